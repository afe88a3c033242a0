// SPDX-License-Identifier: BSD-3-Clause
//
// The problem's rows with b as one more variable, for solvers that keep w and b in one vector:
//
//     x~_i = (x_i, a)    a = 1 (free), bias (penalized: b = a v, 1/2 v^2 is added); none: x_i alone
//     ridge              1/2 |w|^2, and of the last variable unless it is free
#pragma once

#include <cstddef>
#include <cstdint>

#include "data/rows.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class WithIntercept {
 public:
  WithIntercept(const Rows& x, const Problem& problem)
      : x_(x), features_(static_cast<std::size_t>(x.cols())), appended_(constant(problem)), kind_(problem.intercept) {}

  const Rows& rows() const { return x_; }
  double appended() const { return appended_; }
  std::size_t features() const { return features_; }
  /// How many variables.
  std::size_t size() const { return features_ + (appended_ != 0 ? 1 : 0); }
  bool has_free_intercept() const { return kind_ == Intercept::free; }

  /// The ridge's diagonal.
  double ridge(std::size_t j) const { return j < features_ || !has_free_intercept() ? 1 : 0; }

  double dot(std::size_t i, const double* v) const {
    return x_.dot(static_cast<std::int64_t>(i), v) + (appended_ != 0 ? appended_ * v[features_] : 0);
  }
  void add(std::size_t i, double scale, double* v) const {
    x_.add(static_cast<std::int64_t>(i), scale, v);
    if (appended_ != 0) v[features_] += scale * appended_;
  }
  void add_squares(std::size_t i, double scale, double* v) const {
    x_.add_squares(static_cast<std::int64_t>(i), scale, v);
    if (appended_ != 0) v[features_] += scale * appended_ * appended_;
  }

 private:
  static double constant(const Problem& problem) {
    if (problem.intercept == Intercept::none) return 0;
    return problem.intercept == Intercept::free ? 1 : problem.bias;
  }

  const Rows& x_;
  std::size_t features_;
  double appended_;
  Intercept kind_;
};

}  // namespace hingeline::internal
