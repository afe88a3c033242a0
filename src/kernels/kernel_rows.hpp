// SPDX-License-Identifier: BSD-3-Clause
//
// Rows prepared for their kernel: copied as T, centred and scaled so that a kernel value is a function of a dot product
// and of one term per row.
//
//     RBF    x' = sqrt(2 gamma log2 e) (x - mean),    K(x, z) = 2^(x''z' - |x'|^2 / 2 - |z'|^2 / 2)
//
// The kernel does not depend on the mean, but rounding does; so dense rows are centred. That is not enough for columns
// with values far from the mean and near to each other, |x' - z'| a millionth of |x'| or less (1e10 as a marker, dates
// of two years). Such "wide" columns are kept apart as they are, and their squared differences are subtracted from the
// exponent one by one.
//
// For other kernels rows are not changed. Rows are stored sparse if fewer than a quarter of the entries are not 0
// (measured: sparse panels are then faster than dense ones), whatever layout they came in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "hingeline/kernel.hpp"
#include "hingeline/matrix_view.hpp"
#include "kernels/panel_ops.hpp"

namespace hingeline::internal {

/// How rows are prepared, which is the same for both arguments of a kernel.
class KernelSpace {
 public:
  /// Takes mean, layout and wide columns from `x`.
  KernelSpace(const Kernel& kernel, const MatrixView& x);

  const Kernel& kernel() const { return kernel_; }
  bool dense() const { return dense_; }
  std::int32_t features() const { return features_; }
  /// Whether the space has the column; false for negative ones, as rows to predict are not validated.
  bool has(std::int32_t column) const {
    return static_cast<std::uint32_t>(column) < static_cast<std::uint32_t>(features_);
  }

  /// The wide columns, ascending.
  const std::vector<std::int32_t>& wide() const { return wide_; }
  bool is_wide(std::int32_t column) const { return std::ranges::binary_search(wide_, column); }

  /// The prepared value for the value x in column j.
  double prepare(double x, std::size_t j) const {
    if (is_wide(static_cast<std::int32_t>(j))) return 0;
    return scale_ * (j < mean_.size() ? x - mean_[j] : x);
  }
  /// The factor of a squared difference in a wide column, in the exponent.
  double wide_weight() const { return 0.5 * scale_ * scale_; }

  /// The largest |x'|^2 of the rows if no column were wide, or a little more.
  double largest_squared_norm(const MatrixView& x) const;

 private:
  void find_wide_columns(const MatrixView& x);

  Kernel kernel_;
  std::int32_t features_;
  bool dense_ = false;
  double scale_ = 1;
  std::vector<double> mean_;  // empty for zeros
  std::vector<std::int32_t> wide_;
};

/// |error of sum_j w_j K_ij| <= absolute sum_j |w_j| + relative_i sum_j |w_j| |K_ij|
struct SumError {
  double absolute = 0;
  std::vector<float> relative;  ///< by row; empty for zeros
};

/// Some rows of a matrix, prepared. T is float or double.
template <class T>
class KernelRows {
 public:
  /// Columns beyond those of the space, where the other side has only zeros, count in the terms only.
  KernelRows(const KernelSpace& space, const MatrixView& x, const RowSet& rows);

  std::int64_t size() const { return terms_.size(); }
  /// Number of values stored for all rows.
  std::int64_t entries() const { return values_.size(); }
  const KernelSpace& space() const { return *space_; }

  /// sums[t] += sum_p weights_p K(row t of the set, panel_p).
  void add_sums(const RowSet& set, const PanelView<T>& panel, const Sums& sums) const;
  /// values[t * stride + p] = K(row t of the set, panel_p), for all 64 p.
  void write_values(const RowSet& set, const PanelView<T>& panel, T* values, std::size_t stride) const;

  void add_sums_and_write_values(const RowSet& set, const PanelView<T>& panel, const Sums& sums, T* values,
                                 std::size_t stride) const;

  /// sums += weights_j rows_j, `count` kernel values each, for at most 16 rows.
  void add_rows(std::span<const float* const> rows, std::span<const float> weights, std::size_t count,
                const Sums& sums) const {
    ops_.add_rows(rows.data(), weights.data(), rows.size(), count, sums);
  }

  /// Bounds the rounding error of weighted sums of kernel values, of which some terms are summed in T, these in double.
  SumError sum_error() const;

  /// The values of row i; if the space is sparse, columns(i) has their columns.
  std::span<const T> values(std::int64_t i) const {
    const std::int64_t first = space_->dense() ? i * space_->features() : offsets_[i];
    const std::int64_t count = space_->dense() ? space_->features() : offsets_[i + 1] - first;
    return values_.span().subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  }
  std::span<const std::int32_t> columns(std::int64_t i) const {
    return columns_.span().subspan(static_cast<std::size_t>(offsets_[i]),
                                   static_cast<std::size_t>(offsets_[i + 1] - offsets_[i]));
  }
  T term(std::int64_t i) const { return terms_[i]; }
  /// The values of row i in the wide columns.
  std::span<const T> wide(std::int64_t i) const {
    const std::size_t count = space_->wide().size();
    return wide_.span().subspan(static_cast<std::size_t>(i) * count, count);
  }
  /// Number of rows per block, such that a block stays in the second-level cache while it meets one panel after
  /// another.
  std::int64_t block_rows() const;

 private:
  void copy_dense(const MatrixView& x, const RowSet& rows);
  template <class X>
  void copy_to_dense(const DenseView<X>& x, const RowSet& rows);
  template <class X>
  void copy_to_dense(const CsrView<X>& x, const RowSet& rows);
  void fill_zeros(std::int32_t first, T* row) const;
  void copy_sparse(const MatrixView& x, const RowSet& rows);
  void compute_terms(const MatrixView& x, const RowSet& rows);
  void copy_wide(const MatrixView& x, const RowSet& rows);
  WideColumns<T> wide_left() const;
  DenseLeft<T> dense_left() const;
  SparseLeft<T> sparse_left() const;

  const KernelSpace* space_;
  PanelOps<T> ops_;
  Buffer<std::int64_t> offsets_;  // sparse only
  Buffer<std::int32_t> columns_;  // sparse only
  Buffer<T> values_;
  Buffer<T> terms_;  // -|x'|^2 / 2
  Buffer<T> wide_;   // rows x wide columns
};

extern template class KernelRows<float>;
extern template class KernelRows<double>;

}  // namespace hingeline::internal
