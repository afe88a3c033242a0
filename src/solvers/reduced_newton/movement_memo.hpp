// SPDX-License-Identifier: BSD-3-Clause
//
// How far predictions move from start to answer in successive solves of the same rows, and what share of the rows is so
// near to a kink of its loss that it may cross it: as seen on some hundred rows at the last solution.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "losses/ramps.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"

namespace hingeline::internal {

class MovementMemo {
 public:
  /// Expected of the next solve.
  struct Foreseen {
    double movement;  ///< standard deviation of the change of predictions
    double near;      ///< share of the rows within first_reach times that from a kink
  };

  /// Empty before the first solve.
  const std::optional<Foreseen>& foreseen() const { return foreseen_; }

  /// Learns from a solve, of a loss in pieces, that converged to `tolerance`. A movement longer than foreseen counts at
  /// once, a shorter one at most halves the forecast, which stays above what changes P by no more than the tolerance.
  void observe(const Problem& problem, const WarmStart& start, const Solution& solution, double tolerance) {
    if (solution.status != Status::converged) return;
    constexpr double margin = 1.3;
    constexpr double believed = 0.5;
    Rows seen = look_at(problem, start, solution);
    const double movement = margin * deviation(seen.moved);
    const double costs = problem.C * static_cast<double>(problem.y.size());
    const double unseen = tolerance * solution.certificate.primal / costs;
    foreseen_ = {std::max({movement, foreseen_ ? believed * foreseen_->movement : 0, unseen}), 0};
    const double reach = first_reach * foreseen_->movement;
    const auto near = std::ranges::count_if(seen.distances, [reach](double distance) { return distance <= reach; });
    foreseen_->near = static_cast<double>(near) / static_cast<double>(seen.distances.size());
  }

 private:
  struct Rows {
    std::vector<double> moved;
    std::vector<double> distances;  // from the nearest kink
  };

  static Rows look_at(const Problem& problem, const WarmStart& start, const Solution& solution) {
    constexpr std::int64_t most = 200;
    const RampLoss loss = *ramp_form(problem.loss);
    std::vector<double> step = solution.coef;
    std::transform(step.begin(), step.end(), start.coef.begin(), step.begin(), std::minus());
    const double intercept_step = solution.intercept - start.intercept;
    return visit_rows(problem.x, [&](const auto& x) {
      Rows rows;
      for (std::int64_t i = 0; i < x.rows(); i += (x.rows() + most - 1) / most) {
        const double y = problem.y[static_cast<std::size_t>(i)];
        rows.moved.push_back(std::abs(x.dot(i, step.data()) + intercept_step));
        const double z = x.dot(i, solution.coef.data()) + solution.intercept;
        rows.distances.push_back(loss.kink_distance(loss.sign(y) * z - loss.shift(y)));
      }
      return rows;
    });
  }

  /// The standard deviation of normal numbers with the same 0.8 quantile of sizes: a few huge rows do not count.
  static double deviation(std::vector<double>& sizes) {
    constexpr double quantile = 0.8;
    constexpr double of_normal = 1.2816;
    const auto at = static_cast<std::ptrdiff_t>(quantile * static_cast<double>(sizes.size() - 1));
    std::nth_element(sizes.begin(), sizes.begin() + at, sizes.end());
    return sizes[static_cast<std::size_t>(at)] / of_normal;
  }

  std::optional<Foreseen> foreseen_;
};

}  // namespace hingeline::internal
