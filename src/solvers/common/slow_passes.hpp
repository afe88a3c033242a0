// SPDX-License-Identifier: BSD-3-Clause
//
// Whether coordinate descent is slow where Newton's method is not: it will take many passes, and rows are not separable,
// so that P stays near that of the best constant. One-hot rows, 1,000,000 x 984,000, to 1e-4: logistic, C = 10, 13 s and
// not 40; squared hinge, C = 10, 37 s where 100 s of passes leave a gap of 0.2. Text at a large C is separable, and P
// after ten passes a fiftieth or less: 20news.binary, squared hinge, C = 1e4, 16 s of passes, where 40 s of Newton's
// steps leave a gap above 1.
#pragma once

#include <cmath>
#include <optional>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {

class SlowPasses {
 public:
  /// The augmented Lagrangian, which could go on, is worth more passes than newton.
  SlowPasses(const Problem& problem, double tolerance, std::optional<Solver> other)
      : problem_(problem), tolerance_(tolerance), many_(other == Solver::newton ? 80 : 300) {}

  /// After a pass; judged where its gap is proven.
  bool are_seen(const Progress& now) { return now.certified && are_many(now) && is_near_constant(now.primal); }

 private:
  /// At the rate at which the gap has come down from 1.
  bool are_many(const Progress& now) const {
    return static_cast<double>(now.passes) * std::log(tolerance_) < many_ * std::log(now.relative_gap);
  }

  bool is_near_constant(double primal) {
    constexpr double near = 0.1;
    if (!constant_) constant_ = baseline(problem_).primal;
    return primal >= near * *constant_;
  }

  const Problem& problem_;
  double tolerance_;
  double many_;
  std::optional<double> constant_;  // the best one's P
};

}  // namespace hingeline::internal
