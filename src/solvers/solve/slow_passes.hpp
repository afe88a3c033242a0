// SPDX-License-Identifier: BSD-3-Clause
//
// Whether coordinate descent is slow where Newton's method is not: the passes still to come cost more time than
// Newton's method would, and the data are not separable, so that P stays near that of the best constant. One-hot rows,
// 1,000,000 x 984,000, to 1e-4: logistic, C = 10, 13 s and not 40; squared hinge, C = 10, 37 s where 100 s of passes
// leave a gap of 0.2. Text at a large C is separable, and P after ten passes a fiftieth or less: 20news.binary, squared
// hinge, C = 1e4, 16 s of passes, where 40 s of Newton's steps leave a gap above 1. But separable rows of the logistic
// loss, whose curvature is positive everywhere, suit Newton's method too: C = 1e4, 9 s, where passes take more than
// 20. P above that of the constant at the first proof, or less than half of what it was at a later one, says nothing
// yet: a warm start may be far off (BASEHOCK, squared hinge, C = 10 and then 1e3: 0.02 s, and 1.6 to 5 where ten or
// twenty passes gave way).
// Passes are slow, too, where columns are few enough for a factor and after a thousand passes not half of the digits
// asked for are there, or after five thousand not all. Dense, 786 x 791, three rows 1e4 times the others, squared
// epsilon-insensitive, C = 1e4: a gap of 1 after 30 s of passes, Newton's steps 4 s; but on most such rows a hundred
// passes take a half to a hundredth of what those do.
//
// The cost of interior point steps on n x n equations is known, about that of 100 + n / 2 passes, and they are sure to
// end (hinge, C = 1e3, columns from 1e-2 to 1e2 times others, 612 x 1,378: 4,000 passes and 100 Newton steps 11.5 s,
// 0.3).
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "data/rows.hpp"
#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "problem/baseline.hpp"
#include "solvers/rows/column_limits.hpp"
#include "solvers/solve/pass_costs.hpp"

namespace hingeline::internal {

class SlowPasses {
 public:
  /// `other` is the solver that could go on. The augmented Lagrangian is worth more passes than newton; where rows are
  /// no more than columns it is never foreseen to be better, and newton is worth some more passes, too.
  SlowPasses(const Problem& problem, double tolerance, std::optional<Solver> other)
      : problem_(problem),
        tolerance_(tolerance),
        is_sure_(other == Solver::interior_point),
        many_(too_many(problem, other)),
        is_foreseen_(other == Solver::newton || rows(problem.x) > cols(problem.x)),
        has_factors_(cols(problem.x) <= steps_too_dear) {}

  /// Whether the passes are slow, asked after each; judged only where the gap is proven.
  bool are_seen(const Progress& now) {
    if (!now.certified) return false;
    const std::optional<double> primal_before = std::exchange(primal_, now.primal);
    if (is_sure_) return now.work >= first_judged * many_ && are_many(now);
    return (is_foreseen_ && are_many(now) && suits_newton_steps(now.primal, primal_before)) ||
           (has_factors_ && were_many(now));
  }

 private:
  /// The cost of the other solver, in passes.
  static double too_many(const Problem& problem, std::optional<Solver> other) {
    constexpr double by_augmented_lagrangian = 300;
    if (other == Solver::interior_point) return 100 + 0.5 * static_cast<double>(rows(problem.x));
    return other == Solver::newton ? by_newton(problem) : by_augmented_lagrangian;
  }

  /// With no more rows than columns, newton takes more passes than where it is chosen at once.
  static double by_newton(const Problem& problem) {
    constexpr double newton_passes = 100;
    constexpr double on_few_rows = 80;
    return rows(problem.x) > cols(problem.x) ? newton_passes / newton_passes_in_a_pass(problem) : on_few_rows;
  }

  bool were_many(const Progress& now) const {
    constexpr std::int64_t many = 1000;
    constexpr std::int64_t most = 5000;
    return now.passes >= most || (now.passes >= many && now.relative_gap > std::sqrt(tolerance_));
  }

  /// Whether more than many_ passes are needed, at the rate at which the gap has come down from 1.
  bool are_many(const Progress& now) const {
    const double passes = is_sure_ ? now.work : static_cast<double>(now.passes);
    return passes * std::log(tolerance_) < many_ * std::log(now.relative_gap);
  }

  /// Whether P has settled, and near that of the best constant: the data are not separable. Separable data of the
  /// logistic loss suit Newton's method, too.
  bool suits_newton_steps(double primal, std::optional<double> before) {
    constexpr double near = 0.1;
    if (!constant_) constant_ = baseline(problem_).primal;
    const bool has_settled = before ? 2 * primal > *before : primal <= *constant_;
    return has_settled && (primal >= near * *constant_ || problem_.loss.name == LossName::logistic);
  }

  static constexpr double first_judged = 0.2;  // of many_

  const Problem& problem_;
  double tolerance_;
  bool is_sure_;
  double many_;
  bool is_foreseen_;
  bool has_factors_;
  std::optional<double> constant_;  // the best one's P
  std::optional<double> primal_;    // of the last proof
};

}  // namespace hingeline::internal
