// SPDX-License-Identifier: BSD-3-Clause
//
// The losses of the data's rows, and of those of penalties and constraints behind them (rows/extra_rows.hpp), as
// augmented Lagrangians need them: by their proximal steps (row_steps.hpp, interval_steps.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_terms.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/steps/alm_point.hpp"
#include "solvers/steps/interval_steps.hpp"
#include "solvers/steps/row_steps.hpp"

namespace hingeline::internal {

class DataTerms {
 public:
  DataTerms(const Problem& problem, ThreadPool& pool) : problem_(problem), pool_(pool), c_(row_costs(problem)) {}

  std::size_t rows() const { return c_.size(); }
  /// Sets s+ and h of every row.
  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    return take_steps(stepped(at), next_s, slope, pool_);
  }
  /// sum_i d_i s+_i at p + a d
  double along(const AlmPoint& at, std::span<const double> d, double a) const {
    return steps_along(stepped(at), d, a, pool_);
  }
  /// The sum of env_i - t/2 s_i^2, as by sum_envelopes().
  double envelopes(const AlmPoint& at) const { return sum_envelopes(stepped(at), pool_); }
  /// Clips s to the domains of the conjugates.
  void clip(std::span<double> s) const { clip_rows(problem_.loss, problem_.y, c_, s); }

 private:
  SteppedRows stepped(const AlmPoint& at) const { return {problem_.loss, problem_.y, c_, at.p, at.s, at.t}; }

  const Problem& problem_;
  ThreadPool& pool_;
  std::vector<double> c_;
};

class ConstrainedTerms {
 public:
  ConstrainedTerms(const Problem& problem, const ExtraRows& extra, ThreadPool& pool)
      : data_(problem, pool), extra_(extra) {}

  StepSums take(const AlmPoint& at, std::span<double> next_s, std::span<double> slope) const {
    const std::size_t n = data_.rows();
    StepSums sums = data_.take(at.part(0, n), next_s.first(n), slope.first(n));
    sums += take_interval_steps(extra_.terms(), at.part(n, extra_.size()), next_s.subspan(n), slope.subspan(n));
    return sums;
  }
  double along(const AlmPoint& at, std::span<const double> d, double a) const {
    const std::size_t n = data_.rows();
    return data_.along(at.part(0, n), d.first(n), a) +
           interval_steps_along(extra_.terms(), at.part(n, extra_.size()), d.subspan(n), a);
  }
  double envelopes(const AlmPoint& at) const {
    const std::size_t n = data_.rows();
    return data_.envelopes(at.part(0, n)) + sum_interval_envelopes(extra_.terms(), at.part(n, extra_.size()));
  }
  /// Clips the s of the data's rows.
  void clip(std::span<double> s) const { data_.clip(s.first(data_.rows())); }

 private:
  DataTerms data_;
  const ExtraRows& extra_;
};

}  // namespace hingeline::internal
