// SPDX-License-Identifier: BSD-3-Clause
//
// The weighted Gram matrix of rows, the Hessian of every second-order solver:
//
//     H += sum_i h_i x~_i x~_i',    over rows with h_i > 0,    x~_i = x_i, or (x_i, a) with an appended constant a
//
// Rows are scattered, times sqrt(h_i), into a block that stays in the cache and multiplied there
// (simd/rank_update.hpp). Sparse rows of less than a quarter of the columns add their outer products entry by entry
// instead: nnz^2 / 2 scattered additions cost less than d^2 / 2 that run at the speed of the vector unit.
//
// Cost: 2 (d + 1)^2 / 2 flops per active row, or nnz^2.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "simd/rank_update.hpp"

namespace hingeline::internal {

/// Where H is kept: row-major, `stride` numbers a row, the lower triangle in use.
class GramMatrix {
 public:
  explicit GramMatrix(std::size_t size) : size_(size), stride_(rank_update_stride(size)), entries_(stride_ * stride_) {}

  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }
  double* data() { return entries_.data(); }
  const double* data() const { return entries_.data(); }
  double& at(std::size_t i, std::size_t j) { return entries_[i * stride_ + j]; }  ///< j <= i
  double at(std::size_t i, std::size_t j) const { return entries_[i * stride_ + j]; }
  /// Another size, all 0. Memory is kept, with some to spare: to touch new pages costs more than to clear old ones.
  void clear(std::size_t size) {
    size_ = size;
    stride_ = rank_update_stride(size);
    if (stride_ * stride_ > entries_.capacity()) entries_ = {};
    entries_.reserve(2 * stride_ * stride_);
    entries_.assign(stride_ * stride_, 0);
  }
  void clear() { std::fill(entries_.begin(), entries_.end(), 0.0); }

 private:
  std::size_t size_;
  std::size_t stride_;
  std::vector<double> entries_;
};

template <RowMatrix Rows>
class WeightedGram {
 public:
  /// `appended` is the constant a; 0 appends nothing.
  WeightedGram(const Rows& x, double appended)
      : x_(x),
        appended_(appended),
        size_(static_cast<std::size_t>(x.cols()) + (appended != 0 ? 1 : 0)),
        stride_(rank_update_stride(size_)),
        update_(rank_update()) {}

  /// Of H: the columns, and one more where a constant is appended.
  std::size_t size() const { return size_; }

  /// Adds the products of rows with h_i > 0; one h_i per row.
  void add(std::span<const double> h, GramMatrix& hessian) {
    std::size_t filled = 0;
    reserve(std::min(block_rows(), h.size()));
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (!(h[i] > 0)) continue;
      if constexpr (SparseRowMatrix<Rows>) {
        if (4 * x_.entries(static_cast<std::int64_t>(i)).size() < size_) {
          add_outer_product(i, h[i], hessian);
          continue;
        }
      }
      scatter(i, std::sqrt(h[i]), block_.get() + filled * stride_);
      if (++filled < block_rows()) continue;
      update_(block_.get(), filled, stride_, hessian.data());
      filled = 0;
    }
    if (filled > 0) update_(block_.get(), filled, stride_, hessian.data());
  }

 private:
  /// As many rows as fit in half of a small second-level cache.
  std::size_t block_rows() const { return std::clamp<std::size_t>((std::size_t{1} << 14) / stride_, 16, 512); }

  /// Not cleared, but for what no row fills.
  void reserve(std::size_t rows) {
    if (rows <= reserved_) return;
    block_ = std::make_unique_for_overwrite<double[]>(rows * stride_);
    for (std::size_t k = 0; k < rows; ++k) std::fill_n(block_.get() + k * stride_ + size_, stride_ - size_, 0.0);
    reserved_ = rows;
  }

  void scatter(std::size_t i, double scale, double* row) const {
    x_.scale(static_cast<std::int64_t>(i), scale, row);
    if (appended_ != 0) row[size_ - 1] = scale * appended_;
  }

  void add_outer_product(std::size_t i, double weight, GramMatrix& hessian) const {
    const auto entries = x_.entries(static_cast<std::int64_t>(i));
    const auto add_row = [&](double factor, std::size_t count, double* row) {
      for (std::size_t k = 0; k < count; ++k)
        row[entries.columns[k]] += factor * static_cast<double>(entries.values[k]);
    };
    for (std::size_t k = 0; k < entries.size(); ++k)
      add_row(weight * static_cast<double>(entries.values[k]), k + 1,
              hessian.data() + static_cast<std::size_t>(entries.columns[k]) * stride_);
    if (appended_ == 0) return;
    add_row(weight * appended_, entries.size(), &hessian.at(size_ - 1, 0));
    hessian.at(size_ - 1, size_ - 1) += weight * appended_ * appended_;
  }

  const Rows& x_;
  double appended_;
  std::size_t size_;
  std::size_t stride_;
  RankUpdate update_;
  std::unique_ptr<double[]> block_;  // rows of `stride_` numbers
  std::size_t reserved_ = 0;         // of them
};

}  // namespace hingeline::internal
