// SPDX-License-Identifier: BSD-3-Clause
//
// Rows made ready for their kernel: copied as T, centred and scaled so that what is left of a kernel value is a dot
// product and one function of it.
//
//     RBF    x' = sqrt(2 gamma log2 e) (x - mean),    K(x, z) = 2^(x''z' - |x'|^2 / 2 - |z'|^2 / 2)
//
// The kernel does not depend on the mean; rounding does, so dense rows are centred. That is not enough for columns that
// have rows far from the mean and near to each other, |x' - z'| a millionth of |x'| and less (a row of 1e10 as a mark,
// dates of two years): such wide columns are kept as they are, beside x', and the squares of their differences are
// taken off the exponent one by one.
//
// Other kernels leave rows as they are. Rows are kept sparse where fewer than a quarter of the entries are not 0
// (measured: sparse panels are then faster than dense ones), whatever the layout that they came in.
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

/// How rows are made ready: the same for both sides of a kernel.
class KernelSpace {
 public:
  /// Mean and layout are those that suit `x`.
  KernelSpace(const Kernel& kernel, const MatrixView& x);

  const Kernel& kernel() const { return kernel_; }
  bool dense() const { return dense_; }
  std::int32_t features() const { return features_; }
  /// False of negative ones as well: rows to predict are not validated.
  bool has(std::int32_t column) const {
    return static_cast<std::uint32_t>(column) < static_cast<std::uint32_t>(features_);
  }

  /// The wide columns, ascending.
  const std::vector<std::int32_t>& wide() const { return wide_; }
  bool is_wide(std::int32_t column) const { return std::ranges::binary_search(wide_, column); }

  /// The prepared entry of column j, whose value is x.
  double prepare(double x, std::size_t j) const {
    if (is_wide(static_cast<std::int32_t>(j))) return 0;
    return scale_ * (j < mean_.size() ? x - mean_[j] : x);
  }
  /// What a square of a difference in a wide column takes off the exponent.
  double wide_weight() const { return 0.5 * scale_ * scale_; }

  /// The largest |x'|^2 of the rows, as it is without wide columns, or a little more.
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

/// Some rows of a matrix, ready. T is float or double.
template <class T>
class KernelRows {
 public:
  /// Columns beyond the space's, which are 0 in its other rows, count in the terms alone.
  KernelRows(const KernelSpace& space, const MatrixView& x, const RowSet& rows);

  std::int64_t size() const { return terms_.size(); }
  /// Numbers kept for all rows.
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

  /// A bound of what rounding does to sums of kernel values with weights, of some terms in T and of those in double.
  SumError sum_error() const;

  /// The entries of row i; where the space is sparse, `columns` has theirs.
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
  /// What row i has in the space's wide columns.
  std::span<const T> wide(std::int64_t i) const {
    const std::size_t count = space_->wide().size();
    return wide_.span().subspan(static_cast<std::size_t>(i) * count, count);
  }
  /// Rows to visit together, so that they stay in the second cache while panels pass.
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
