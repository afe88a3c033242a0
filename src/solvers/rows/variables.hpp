// SPDX-License-Identifier: BSD-3-Clause
//
// w and b, if there is one, as one vector v, for solvers that treat b as one more coefficient:
//
//     z_i = x_i'w + b = x~_i'v,    x~_i = (x_i, a),    v = (w, b / a),    a = 1 (free) or bias (penalized)
//
// Without an intercept v is w. The penalty R leaves b out where it is free.
#pragma once

#include <cstddef>
#include <span>

#include "hingeline/problem.hpp"
#include "problem/appended_constant.hpp"

namespace hingeline::internal {

class Variables {
 public:
  explicit Variables(const Problem& problem)
      : features_(static_cast<std::size_t>(cols(problem.x))),
        appended_(appended_constant(problem)),
        has_free_intercept_(problem.intercept == Intercept::free),
        l2_(problem.penalty.l2) {}

  std::size_t size() const { return features_ + (has_intercept() ? 1 : 0); }
  std::size_t features() const { return features_; }
  double appended() const { return appended_; }  ///< a, or 0: no intercept
  bool has_intercept() const { return appended_ != 0; }
  bool has_free_intercept() const { return has_free_intercept_; }

  /// The number of variables that R has a term for; they are the first.
  std::size_t penalized() const { return size() - (has_free_intercept_ ? 1 : 0); }
  bool is_penalized(std::size_t j) const { return j < penalized(); }
  double l2() const { return l2_; }
  double l2(std::size_t j) const { return is_penalized(j) ? l2_ : 0; }  ///< of v_j

  double intercept(std::span<const double> v) const { return has_intercept() ? appended_ * v[features_] : 0; }
  void set_intercept(double b, std::span<double> v) const {
    if (has_intercept()) v[features_] = b / appended_;
  }

 private:
  std::size_t features_;
  double appended_;
  bool has_free_intercept_;
  double l2_;
};

}  // namespace hingeline::internal
