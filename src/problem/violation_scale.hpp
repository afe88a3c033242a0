// SPDX-License-Identifier: BSD-3-Clause
//
// The scale by which violations of lower <= A w <= upper are measured: the formula is that of
// Certificate::max_violation (hingeline/result.hpp), with m_k = lightest * reach.
//
// m_k is the smallest |A_kj w_j| that there would be if every column predicted as much as the largest does: where A_k w
// is near 0, it tells rounding from violations, in any units of columns and targets, and however small a strong penalty
// holds w. Columns of zeros have no such size; and reach is at least a millionth of the targets' spread, for where all
// predictions are below that, a constant is as good.
//
// Rows of two coefficients (w_i <= w_j) link columns to chains. A slack measured by the small columns of a chain could
// let large columns at its ends be in any order; so rms_j is then the largest of the chain, converted to the units of
// column j (problem/tied_columns.hpp), which makes m_k the smallest.
//
// Cost: one pass over the nonzeros.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/infinity.hpp"
#include "core/larger_or_unknown.hpp"
#include "data/for_each_nonzero.hpp"
#include "data/rows.hpp"
#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

class ViolationScale {
 public:
  /// For problems without constraints and bounds.
  ViolationScale() = default;
  ViolationScale(const Problem& problem, ThreadPool& pool);

  /// max_j rms_j |w_j|, clamped to [1e-6, 1] times the targets' spread.
  double reach(std::span<const double> w) const;

  /// min_j |A_kj| / rms_j; 0 where no column has a size.
  template <RowMatrix Rows>
  double lightest(const Rows& rows, std::int64_t k) const {
    double least = infinity;
    double least_of_tied = infinity;
    int coefficients = 0;
    for_each_nonzero(rows.view(), k, [&](std::int32_t column, double a) {
      const auto j = static_cast<std::size_t>(column);
      if (j >= rms_.size()) return;
      ++coefficients;
      if (rms_[j] > 0) least = std::min(least, std::abs(a) / rms_[j]);
      if (tied_[j] > 0) least_of_tied = std::min(least_of_tied, std::abs(a) / tied_[j]);
    });
    if (coefficients == 2) least = least_of_tied;
    return least < infinity ? least : 0;
  }

 private:
  std::vector<double> rms_;
  std::vector<double> tied_;  // by column j: the largest rms of its chain, at w_j = 1
  double most_ = 0;           // the upper limit of reach()
};

/// The largest of the violations at w.
class LargestViolation {
 public:
  LargestViolation(const ViolationScale& scale, std::span<const double> w)
      : scale_(scale), w_(w), reach_(scale.reach(w)) {}

  /// Takes account of row k of A, where z = A_k w and `limit` is the nearest number within its limits.
  template <RowMatrix Rows>
  void take(const Rows& rows, std::int64_t k, double z, double limit) {
    if (z == limit) return;
    const double size = rows.magnitude(k, w_.data()) + std::abs(limit) + scale_.lightest(rows, k) * reach_;
    value_ = larger_or_unknown(value_, std::abs(z - limit) / size);
  }

  double value() const { return value_; }

 private:
  const ViolationScale& scale_;
  std::span<const double> w_;
  double reach_;
  double value_ = 0;
};

}  // namespace hingeline::internal
