// SPDX-License-Identifier: BSD-3-Clause
//
// The problem's rows with b as one more variable, for solvers that keep w and b in one vector:
//
//     x~_i = (x_i, a)    a = 1 (free), bias (penalized: b = a v, 1/2 v^2 is added); none: x_i alone
//     ridge              1/2 |w|^2, and of the last variable unless it is free
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/blocks.hpp"
#include "core/sum.hpp"
#include "data/block_numbers.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "problem/appended_constant.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class WithIntercept {
 public:
  WithIntercept(const Rows& x, const Problem& problem)
      : x_(x),
        blocks_(x.view()),
        features_(static_cast<std::size_t>(x.cols())),
        appended_(appended_constant(problem)),
        kind_(problem.intercept) {}

  const Rows& rows() const { return x_; }
  double appended() const { return appended_; }
  std::size_t features() const { return features_; }
  /// How many variables.
  std::size_t size() const { return features_ + (appended_ != 0 ? 1 : 0); }
  bool has_free_intercept() const { return kind_ == Intercept::free; }

  /// The ridge's diagonal.
  double ridge(std::size_t j) const { return j < features_ || !has_free_intercept() ? 1 : 0; }

  /// z = X~ v
  void predict(std::span<const double> v, std::span<double> z) const {
    blocks_.predict(0, x_.rows(), v.data(), z.data());
    if (appended_ != 0)
      for (double& entry : z) entry += appended_ * v[features_];
  }
  /// u += sum_i s_i x~_i. The last entry as exactly as a proof sums s: what that still finds it moves to the first
  /// rows, whose columns may be rare.
  void combine(std::span<const double> s, std::span<double> u) const {
    blocks_.combine(0, x_.rows(), s.data(), u.data());
    if (appended_ != 0) u[features_] += appended_ * sum(s);
  }
  /// u += sum_i h_i (x~_i'v) x~_i, while a block's rows are in the cache.
  void add_gram_product(std::span<const double> h, const double* v, double* u) const {
    BlockNumbers z;
    const double b = appended_ != 0 ? appended_ * v[features_] : 0;
    double total = 0;
    for_each_block(h.size(), rows_per_block, [&](std::size_t first, std::size_t count) {
      const auto begin = static_cast<std::int64_t>(first);
      const auto size = static_cast<std::int64_t>(count);
      blocks_.predict(begin, size, v, z.data());
      for (std::size_t i = 0; i < count; ++i) {
        z[i] = h[first + i] * (z[i] + b);
        total += z[i];
      }
      blocks_.combine(begin, size, z.data(), u);
    });
    if (appended_ != 0) u[features_] += appended_ * total;
  }

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
  const Rows& x_;
  RowBlocks<typename Rows::View> blocks_;
  std::size_t features_;
  double appended_;
  Intercept kind_;
};

}  // namespace hingeline::internal
