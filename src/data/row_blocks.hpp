// SPDX-License-Identifier: BSD-3-Clause
//
// The operations of passes over many rows: products with a block of consecutive rows, summed in double.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

#include "core/prefetch.hpp"
#include "data/rows.hpp"
#include "simd/dense_blocks.hpp"
#include "simd/dense_products.hpp"

namespace hingeline::internal {

inline constexpr std::int64_t rows_per_block = 256;
/// For passes whose tasks return little more than a number.
inline constexpr std::int64_t rows_per_task = 64 * rows_per_block;

template <class View>
class RowBlocks;
template <class View>
RowBlocks(const View&) -> RowBlocks<View>;

template <class T>
class RowBlocks<DenseView<T>> {
 public:
  explicit RowBlocks(const DenseView<T>& view)
      : view_(view), ops_(dense_block_ops<T>()), products_(dense_product_ops<T>()) {}

  /// z_i = x_i'w
  void predict(std::int64_t first, std::int64_t count, const double* w, double* z) const {
    ops_.predict(block(first, count), w, z);
  }
  /// u += sum_i s_i x_i
  void combine(std::int64_t first, std::int64_t count, const double* s, double* u) const {
    ops_.combine(block(first, count), s, u);
  }
  /// z_ik = x_i'w_k for K vectors, the k-th at w + k apart.
  void predict_each(std::int64_t first, std::int64_t count, const double* w, std::size_t apart, std::size_t K,
                    double* z) const {
    products_.predict(block(first, count), w, apart, K, z);
  }
  /// u_k += sum_i s_ik x_i for K vectors, the k-th at u + k apart.
  void combine_each(std::int64_t first, std::int64_t count, const double* s, std::size_t apart, std::size_t K,
                    double* u) const {
    products_.combine(block(first, count), s, apart, K, u);
  }
  /// u_kj += sum_i s_ik x_ij^2, likewise for K vectors.
  void combine_squares_each(std::int64_t first, std::int64_t count, const double* s, std::size_t apart, std::size_t K,
                            double* u) const {
    products_.combine_squares(block(first, count), s, apart, K, u);
  }
  /// v_i = sum_j (scale_j x_ij - centre_j)^2, to the accuracy of T
  void spread(std::int64_t first, std::int64_t count, const T* scale, const T* centre, T* v) const {
    ops_.spread(block(first, count), scale, centre, v);
  }
  /// Prefetches rows.
  [[gnu::always_inline]] void prefetch(std::int64_t first, std::int64_t count) const {
    internal::prefetch(std::span(view_.values + first * view_.stride, static_cast<std::size_t>(count * view_.stride)));
  }

 private:
  DenseBlock<T> block(std::int64_t first, std::int64_t count) const {
    return {view_.values + first * view_.stride, static_cast<std::size_t>(count), static_cast<std::size_t>(view_.cols),
            static_cast<std::size_t>(view_.stride)};
  }

  DenseView<T> view_;
  DenseBlockOps<T> ops_;
  DenseProductOps<T> products_;
};

template <class T>
class RowBlocks<CsrView<T>> {
 public:
  explicit RowBlocks(const CsrView<T>& view) : rows_(view) {}

  void predict(std::int64_t first, std::int64_t count, const double* w, double* z) const {
    for (std::int64_t i = 0; i < count; ++i) z[i] = rows_.dot(first + i, w);
  }
  void combine(std::int64_t first, std::int64_t count, const double* s, double* u) const {
    for (std::int64_t i = 0; i < count; ++i)
      if (s[i] != 0) rows_.add(first + i, s[i], u);
  }
  void predict_each(std::int64_t first, std::int64_t count, const double* w, std::size_t apart, std::size_t K,
                    double* z) const {
    for (std::int64_t i = 0; i < count; ++i, z += K)
      for (std::size_t k = 0; k < K; ++k) z[k] = rows_.dot(first + i, w + k * apart);
  }
  void combine_each(std::int64_t first, std::int64_t count, const double* s, std::size_t apart, std::size_t K,
                    double* u) const {
    for (std::int64_t i = 0; i < count; ++i, s += K)
      for (std::size_t k = 0; k < K; ++k)
        if (s[k] != 0) rows_.add(first + i, s[k], u + k * apart);
  }
  /// As above. A row of zeros has v = sum_j centre_j^2; each entry replaces the term of its column.
  void spread(std::int64_t first, std::int64_t count, const T* scale, const T* centre, T* v) const {
    double of_zeros = 0;
    for (std::int32_t j = 0; j < rows_.cols(); ++j) of_zeros += square(centre[j]);
    for (std::int64_t i = 0; i < count; ++i) {
      const auto entries = rows_.entries(first + i);
      double sum = of_zeros;
      for (std::size_t k = 0; k < entries.size(); ++k) {
        const auto j = entries.columns[k];
        sum += square(scale[j] * entries.values[k] - centre[j]) - square(centre[j]);
      }
      v[i] = static_cast<T>(std::max(0.0, sum));
    }
  }
  [[gnu::always_inline]] void prefetch(std::int64_t first, std::int64_t count) const {
    for (std::int64_t i = first; i < first + count; ++i) rows_.prefetch(i);
  }

 private:
  static double square(T number) { return static_cast<double>(number) * static_cast<double>(number); }

  SparseRows<T> rows_;
};

/// Rows first .. first + count - 1 as a matrix, without a copy.
template <class T>
DenseView<T> rows_from(const DenseView<T>& view, std::int64_t first, std::int64_t count) {
  return {view.values + first * view.stride, count, view.cols, view.stride};
}

template <class T>
CsrView<T> rows_from(const CsrView<T>& view, std::int64_t first, std::int64_t count) {
  return {view.offsets + first, view.columns, view.values, count, view.cols};
}

inline MatrixView rows_from(const MatrixView& x, std::int64_t first, std::int64_t count) {
  return std::visit([&](const auto& view) -> MatrixView { return rows_from(view, first, count); }, x);
}

/// Writes row i to `row` as `cols` numbers, zeros included.
template <class T>
void copy_row(const DenseView<T>& view, std::int64_t i, T* row) {
  const T* values = view.values + i * view.stride;
  std::copy(values, values + view.cols, row);
}

template <class T>
void copy_row(const CsrView<T>& view, std::int64_t i, T* row) {
  std::fill(row, row + view.cols, T{0});
  for (std::int64_t k = view.offsets[i]; k < view.offsets[i + 1]; ++k) row[view.columns[k]] = view.values[k];
}

}  // namespace hingeline::internal
