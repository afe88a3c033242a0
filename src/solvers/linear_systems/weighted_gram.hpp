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
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "data/rows.hpp"
#include "simd/rank_update.hpp"

namespace hingeline::internal {

/// The memory of H: row-major, `stride` numbers a row, the lower triangle in use.
class GramMatrix {
 public:
  explicit GramMatrix(std::size_t size) : size_(size), stride_(rank_update_stride(size)), entries_(stride_ * stride_) {}

  std::size_t size() const { return size_; }
  std::size_t stride() const { return stride_; }
  double* data() { return entries_.data(); }
  const double* data() const { return entries_.data(); }
  double& at(std::size_t i, std::size_t j) { return entries_[i * stride_ + j]; }  ///< j <= i
  double at(std::size_t i, std::size_t j) const { return entries_[i * stride_ + j]; }
  /// Resizes it, all entries 0. Memory is kept, with some to spare, for touching new pages costs more than clearing old
  /// ones.
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

inline GramMatrix& operator+=(GramMatrix& sum, const GramMatrix& other) {
  const std::size_t size = sum.stride() * sum.stride();
  std::transform(sum.data(), sum.data() + size, other.data(), sum.data(), std::plus<>());
  return sum;
}

/// Sets the upper triangle from the lower one.
inline void mirror(GramMatrix& h) {
  for (std::size_t i = 0; i < h.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) h.at(j, i) = h.at(i, j);
}

/// H v, from the lower triangle.
inline std::vector<double> multiply(const GramMatrix& h, std::span<const double> v) {
  std::vector<double> product(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      product[i] += h.at(i, j) * v[j];
      product[j] += h.at(i, j) * v[i];
    }
    product[i] += h.at(i, i) * v[i];
  }
  return product;
}

template <class R>
concept ScaledRows = requires(const R& x, std::int64_t i, double scale, double* u) {
  { x.cols() } -> std::same_as<std::int32_t>;
  x.scale(i, scale, u);  // u_j = scale x_ij
};

template <ScaledRows Rows>
class WeightedGram {
 public:
  /// `appended` is the constant a; 0 appends nothing.
  WeightedGram(const Rows& x, double appended)
      : x_(x),
        appended_(appended),
        size_(static_cast<std::size_t>(x.cols()) + (appended != 0 ? 1 : 0)),
        stride_(rank_update_stride(size_)),
        update_(rank_update()) {}

  /// The size of H: the number of columns, and one more where a constant is appended.
  std::size_t size() const { return size_; }

  /// Adds the products of rows with h_i > 0; one h_i per row. False when told to stop before the last.
  bool add(std::span<const double> h, GramMatrix& hessian, const Stop& stop = {}) { return add(0, h, hessian, stop); }

  /// The same of rows from `first` on.
  bool add(std::size_t first, std::span<const double> h, GramMatrix& hessian, const Stop& stop) {
    if (size_ == 0) return true;
    reserve(std::min(block_rows(), h.size()));
    filled_ = 0;
    std::array<std::uint32_t, 256> listed;
    const std::size_t most = std::min(listed.size(), rows_at_once());
    for (std::size_t begin = 0; begin < h.size(); begin += most) {
      if (is_due(stop)) return false;
      const std::span part = h.subspan(begin, std::min(most, h.size() - begin));
      const std::size_t count = list_positive(part, listed);
      for (std::size_t k = 0; k < count; ++k) add_row(first + begin + listed[k], part[listed[k]], hessian);
    }
    add_block(hessian);
    return true;
  }

 private:
  /// Lists the rows with h_i > 0, without a branch: which rows these are is as good as random, and would be predicted
  /// wrongly.
  static std::size_t list_positive(std::span<const double> h, std::span<std::uint32_t> listed) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < h.size(); ++i) {
      listed[count] = static_cast<std::uint32_t>(i);
      count += h[i] > 0;
    }
    return count;
  }

  void add_row(std::size_t i, double weight, GramMatrix& hessian) {
    if constexpr (SparseRowMatrix<Rows>) {
      if (4 * x_.entries(static_cast<std::int64_t>(i)).size() < size_) return add_outer_product(i, weight, hessian);
    }
    scatter(i, std::sqrt(weight), block_.get() + filled_ * stride_);
    if (++filled_ == block_rows()) add_block(hessian);
  }

  /// Adds the products of the block's rows, and empties it.
  void add_block(GramMatrix& hessian) {
    if (filled_ > 0) update_(block_.get(), filled_, stride_, hessian.data());
    filled_ = 0;
  }

  /// The number of rows whose products take some hundredths of a second.
  std::size_t rows_at_once() const { return std::max<std::size_t>(16, (std::size_t{1} << 27) / (size_ * size_)); }

  /// The number of rows that fit in half of a small second-level cache.
  std::size_t block_rows() const { return std::clamp<std::size_t>((std::size_t{1} << 14) / stride_, 16, 512); }

  void reserve(std::size_t rows) {
    if (rows <= reserved_) return;
    block_ = std::make_unique_for_overwrite<double[]>(rows * stride_);
    reserved_ = rows;
  }

  void scatter(std::size_t i, double scale, double* row) const {
    std::fill_n(row + stride_ - rank_update_group, rank_update_group, 0.0);
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
  std::size_t reserved_ = 0;         // the number of rows that fit in
  std::size_t filled_ = 0;
};

}  // namespace hingeline::internal
