// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/loss.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/level_problem.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_terms.hpp"
#include "solvers/level_newton/level_band.hpp"
#include "solvers/level_newton/level_extra_rows.hpp"
#include "solvers/steps/alm_point.hpp"
#include "solvers/steps/interval_steps.hpp"
#include "solvers/steps/row_steps.hpp"

namespace hingeline::internal {

/// The losses of all rows, as the augmented Lagrangian needs them (steps/row_terms.hpp).
class LevelTerms {
 public:
  LevelTerms(const LevelProblem& problem, std::span<const LevelBand> bands, const LevelExtraRows& extra,
             ThreadPool& pool)
      : extra_(extra), pool_(pool) {
    for (std::size_t k = 0; k < bands.size(); ++k) {
      bands_.emplace_back(problem.level(k).loss);
      for (const std::int64_t i : bands[k].rows) {
        bands_[k].y.push_back(problem.rows.y[static_cast<std::size_t>(i)]);
        bands_[k].c.push_back(row_cost(problem.rows, i));
      }
    }
  }

  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    StepSums sums;
    std::size_t first = 0;
    for (const Band& band : bands_) {
      sums += take_steps(band.stepped(at, first), next_s.subspan(first), slope.subspan(first), pool_);
      first += band.y.size();
    }
    for (std::size_t k = 0; k < extra_.sides(); ++k, ++first) {
      next_s[first] = -1;
      slope[first] = 0;
      sums.value += at.p[first] + extra_.side_value(k);
      sums.move += (-1 - at.s[first]) * (-1 - at.s[first]);
    }
    sums += take_interval_steps(extra_.terms(), at.part(first, at.p.size() - first), next_s.subspan(first),
                                slope.subspan(first));
    return sums;
  }
  double along(const AlmPoint& at, std::span<const double> d, double a) const {
    double total = 0;
    std::size_t first = 0;
    for (const Band& band : bands_) {
      total += steps_along(band.stepped(at, first), d.subspan(first, band.y.size()), a, pool_);
      first += band.y.size();
    }
    for (std::size_t k = 0; k < extra_.sides(); ++k, ++first) total -= d[first];
    return total + interval_steps_along(extra_.terms(), at.part(first, at.p.size() - first), d.subspan(first), a);
  }
  void clip(std::span<double> s) const {
    std::size_t first = 0;
    for (const Band& band : bands_) {
      clip_rows(band.loss, band.y, band.c, s.subspan(first, band.y.size()));
      first += band.y.size();
    }
    std::fill_n(s.begin() + static_cast<std::ptrdiff_t>(first), extra_.sides(), -1.0);
  }

 private:
  struct Band {
    explicit Band(const Loss& of_level) : loss(of_level) {}
    SteppedRows stepped(const AlmPoint& at, std::size_t first) const {
      const AlmPoint here = at.part(first, y.size());
      return {loss, y, c, here.p, here.s, here.t};
    }
    Loss loss;
    std::vector<double> y;
    std::vector<double> c;
  };

  const LevelExtraRows& extra_;
  ThreadPool& pool_;
  std::vector<Band> bands_;
};

}  // namespace hingeline::internal
