// SPDX-License-Identifier: BSD-3-Clause
//
// Columns divided by their standard deviation, as `TrainOptions::standardize` asks for. Means are not subtracted: a
// free intercept absorbs them, and sparse rows stay sparse.
//
//     x~_ij = x_ij / sigma_j,   sigma_j^2 = sum_i weight_i (x_ij - mean_j)^2 / sum_i weight_i;   1 where that is 0
//
// A coefficient w~_j of the scaled column corresponds to w_j = w~_j / sigma_j of the column itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "hingeline/matrix_view.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// The range of every column, absent entries of sparse rows being 0; infinity and -infinity without rows.
struct ColumnRanges {
  std::vector<double> lowest;
  std::vector<double> highest;
};

/// Rows of weight 0 do not count.
ColumnRanges column_ranges(const MatrixView& x, std::span<const double> weights = {});

struct ColumnMoments {
  std::vector<double> mean;
  std::vector<double> deviation;  ///< 0 where it is <= 1e-13 |mean|, and may be rounding alone
};

/// Mean and standard deviation of every column; `weights` one per row or empty.
ColumnMoments column_moments(const MatrixView& x, std::span<const double> weights, int threads = 1);

/// sigma_j of every column, 1 where that is 0.
std::vector<double> column_deviations(const MatrixView& x, std::span<const double> weights, int threads = 1);

/// A copy of a matrix with column j divided by scale[j]; column numbers of sparse rows are the original's.
/// Values are doubles: quotients in float would be another problem, whose certificate says nothing of this one.
class ScaledMatrix {
 public:
  ScaledMatrix(const MatrixView& x, std::span<const double> scale, int threads = 1);
  const MatrixView& view() const { return view_; }

 private:
  template <class T>
  void copy(const DenseView<T>& x, std::span<const double> scale, ThreadPool& pool);
  template <class T>
  void copy(const CsrView<T>& x, std::span<const double> scale, ThreadPool& pool);
  /// Writes the quotients of row i to values_, from place(i) on.
  template <class View, class Place>
  void divide_rows(const View& x, std::span<const double> scale, ThreadPool& pool, const Place& place);

  Buffer<double> values_;
  std::vector<std::int64_t> offsets_;  // of sparse rows
  MatrixView view_;
};

}  // namespace hingeline::internal
