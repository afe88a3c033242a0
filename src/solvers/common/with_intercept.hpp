// SPDX-License-Identifier: BSD-3-Clause
//
// The problem's rows x~_i with b as one more variable (variables.hpp), beside the ridge 1/2 |w|^2, and 1/2 v^2 of the
// last variable unless it is free.
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
#include "solvers/common/variables.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class WithIntercept {
 public:
  WithIntercept(const Rows& x, const Problem& problem) : x_(x), blocks_(x.view()), variables_(problem) {}

  const Rows& rows() const { return x_; }
  const Variables& variables() const { return variables_; }
  double appended() const { return variables_.appended(); }
  std::size_t features() const { return variables_.features(); }
  std::size_t size() const { return variables_.size(); }

  /// The ridge's diagonal.
  double ridge(std::size_t j) const { return variables_.is_penalized(j) ? 1 : 0; }

  /// z = X~ v
  void predict(std::span<const double> v, std::span<double> z) const {
    blocks_.predict(0, x_.rows(), v.data(), z.data());
    if (appended() != 0)
      for (double& entry : z) entry += appended() * v[features()];
  }
  /// u += sum_i s_i x~_i. The last entry as exactly as a proof sums s: what that still finds it moves to the first
  /// rows, whose columns may be rare.
  void combine(std::span<const double> s, std::span<double> u) const {
    blocks_.combine(0, x_.rows(), s.data(), u.data());
    if (appended() != 0) u[features()] += appended() * sum(s);
  }
  /// u += sum_i h_i (x~_i'v) x~_i, while a block's rows are in the cache.
  void add_gram_product(std::span<const double> h, const double* v, double* u) const {
    BlockNumbers z;
    const double b = appended() != 0 ? appended() * v[features()] : 0;
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
    if (appended() != 0) u[features()] += appended() * total;
  }

  /// z_ik = x~_i'v_k of rows i from `first` on and K vectors, one behind the other.
  void predict_each(std::size_t first, std::size_t count, std::span<const double> v, std::size_t K, double* z) const {
    blocks_.predict_each(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), v.data(), size(), K, z);
    for (std::size_t k = 0; k < K && appended() != 0; ++k)
      for (std::size_t i = 0; i < count; ++i) z[i * K + k] += appended() * v[k * size() + features()];
  }
  /// v_k += sum_i s_ik x~_i, likewise.
  void combine_each(std::size_t first, std::size_t count, const double* s, std::size_t K, std::span<double> v) const {
    blocks_.combine_each(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), s, size(), K, v.data());
    if (appended() != 0) add_appended(appended(), count, s, K, v);
  }
  /// v_kj += sum_i s_ik x~_ij^2, likewise.
  void combine_squares_each(std::size_t first, std::size_t count, const double* s, std::size_t K,
                            std::span<double> v) const {
    blocks_.combine_squares_each(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), s, size(), K,
                                 v.data());
    if (appended() != 0) add_appended(appended() * appended(), count, s, K, v);
  }

  double dot(std::size_t i, const double* v) const {
    return x_.dot(static_cast<std::int64_t>(i), v) + (appended() != 0 ? appended() * v[features()] : 0);
  }
  void add(std::size_t i, double scale, double* v) const {
    x_.add(static_cast<std::int64_t>(i), scale, v);
    if (appended() != 0) v[features()] += scale * appended();
  }
  void add_squares(std::size_t i, double scale, double* v) const {
    x_.add_squares(static_cast<std::int64_t>(i), scale, v);
    if (appended() != 0) v[features()] += scale * appended() * appended();
  }

 private:
  void add_appended(double constant, std::size_t count, const double* s, std::size_t K, std::span<double> v) const {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < K; ++k) v[k * size() + features()] += constant * s[i * K + k];
  }

  const Rows& x_;
  RowBlocks<typename Rows::View> blocks_;
  Variables variables_;
};

}  // namespace hingeline::internal
