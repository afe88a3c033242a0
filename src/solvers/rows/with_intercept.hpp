// SPDX-License-Identifier: BSD-3-Clause
//
// The problem's rows x~_i with b as one more variable (variables.hpp), and the diagonal of the ridge 1/2 |w|^2, which
// has 1/2 v^2 of the last variable unless that is free. Several threads make passes over all rows
// (data/row_passes.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sum.hpp"
#include "data/block_numbers.hpp"
#include "data/row_blocks.hpp"
#include "data/row_passes.hpp"
#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class WithIntercept {
 public:
  WithIntercept(const Rows& x, const Problem& problem, ThreadPool& pool)
      : x_(x), passes_(x.view(), pool), variables_(problem) {}

  const Rows& rows() const { return x_; }
  const RowPasses<typename Rows::View>& passes() const { return passes_; }
  const Variables& variables() const { return variables_; }
  double appended() const { return variables_.appended(); }
  std::size_t features() const { return variables_.features(); }
  std::size_t size() const { return variables_.size(); }

  /// The ridge's diagonal.
  double ridge(std::size_t j) const { return variables_.is_penalized(j) ? 1 : 0; }

  /// z = X~ v
  void predict(std::span<const double> v, std::span<double> z) const {
    passes_.predict(v, z);
    if (appended() != 0)
      for (double& entry : z) entry += appended() * v[features()];
  }
  /// u += sum_i s_i x~_i. The last entry is summed as exactly as a proof sums s: a proof moves what it still finds
  /// there to the first rows, whose columns may be rare.
  void combine(std::span<const double> s, std::span<double> u) const {
    passes_.combine(s, u.first(features()));
    if (appended() != 0) u[features()] += appended() * sum(s);
  }
  /// u += sum_i h_i (x~_i'v) x~_i, while a block's rows are in the cache.
  void add_gram_product(std::span<const double> h, std::span<const double> v, std::span<double> u) const {
    passes_.add_tasks(u, 1, [&](std::int64_t first, std::int64_t end, std::span<double> part) {
      for (; first < end; first += rows_per_block)
        add_block(first, h.subspan(static_cast<std::size_t>(first), std::min(rows_per_block, end - first)), v, part);
    });
  }

  /// z_ik = x~_i'v_k for `count` rows i from `first` on and K vectors, stored one behind the other.
  void predict_each(std::size_t first, std::size_t count, std::span<const double> v, std::size_t K, double* z) const {
    blocks().predict_each(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), v.data(), size(), K, z);
    for (std::size_t k = 0; k < K && appended() != 0; ++k)
      for (std::size_t i = 0; i < count; ++i) z[i * K + k] += appended() * v[k * size() + features()];
  }
  /// v_k += sum_i s_ik x~_i for the same rows and vectors.
  void combine_each(std::size_t first, std::size_t count, const double* s, std::size_t K, std::span<double> v) const {
    blocks().combine_each(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), s, size(), K, v.data());
    if (appended() != 0) add_appended(appended(), count, s, K, v);
  }
  /// v_kj += sum_i s_ik x~_ij^2 for the same rows and vectors.
  void combine_squares_each(std::size_t first, std::size_t count, const double* s, std::size_t K,
                            std::span<double> v) const {
    blocks().combine_squares_each(static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), s, size(), K,
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
  const RowBlocks<typename Rows::View>& blocks() const { return passes_.blocks(); }

  /// Adds a block's part of a Gram product: h is that of at most rows_per_block rows from `first`.
  void add_block(std::int64_t first, std::span<const double> h, std::span<const double> v, std::span<double> u) const {
    const auto count = static_cast<std::int64_t>(h.size());
    const double b = appended() != 0 ? appended() * v[features()] : 0;
    BlockNumbers z;
    double total = 0;
    blocks().predict(first, count, v.data(), z.data());
    for (std::size_t i = 0; i < h.size(); ++i) {
      z[i] = h[i] * (z[i] + b);
      total += z[i];
    }
    blocks().combine(first, count, z.data(), u.data());
    if (appended() != 0) u[features()] += appended() * total;
  }

  void add_appended(double constant, std::size_t count, const double* s, std::size_t K, std::span<double> v) const {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t k = 0; k < K; ++k) v[k * size() + features()] += constant * s[i * K + k];
  }

  const Rows& x_;
  RowPasses<typename Rows::View> passes_;
  Variables variables_;
};

}  // namespace hingeline::internal
