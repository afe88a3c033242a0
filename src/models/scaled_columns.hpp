// SPDX-License-Identifier: BSD-3-Clause
//
// Columns divided by their standard deviation, as `TrainOptions::standardize` asks for. Means stay: a free intercept
// takes them up, and sparse rows stay sparse.
//
//     x~_ij = x_ij / sigma_j,   sigma_j^2 = sum_i weight_i (x_ij - mean_j)^2 / sum_i weight_i;   1 where that is 0
//
// A coefficient w~_j of the scaled column is w_j = w~_j / sigma_j of the column itself.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/buffer.hpp"
#include "hingeline/matrix_view.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Of every column, what sparse rows leave out being 0; infinity and -infinity of no rows.
struct ColumnRanges {
  std::vector<double> lowest;
  std::vector<double> highest;
};

ColumnRanges column_ranges(const MatrixView& x, std::span<const double> weights = {});

struct ColumnMoments {
  std::vector<double> mean;
  std::vector<double> deviation;  ///< 0 where all that there is may be rounding
};

/// Of every column; `weights` one per row or empty.
ColumnMoments column_moments(const MatrixView& x, std::span<const double> weights, int threads = 1);

/// sigma of every column.
std::vector<double> column_deviations(const MatrixView& x, std::span<const double> weights, int threads = 1);

/// A copy of a matrix with column j divided by scale[j]; columns of sparse rows are the original's.
/// Doubles: quotients rounded to floats are another problem, whose certificate says nothing of this one.
class ScaledMatrix {
 public:
  ScaledMatrix(const MatrixView& x, std::span<const double> scale, int threads = 1);
  const MatrixView& view() const { return view_; }

 private:
  template <class T>
  void copy(const DenseView<T>& x, std::span<const double> scale, ThreadPool& pool);
  template <class T>
  void copy(const CsrView<T>& x, std::span<const double> scale, ThreadPool& pool);
  /// The quotients of row i from place(i) on.
  template <class View, class Place>
  void divide_rows(const View& x, std::span<const double> scale, ThreadPool& pool, const Place& place);

  Buffer<double> values_;
  std::vector<std::int64_t> offsets_;  // of sparse rows
  MatrixView view_;
};

}  // namespace hingeline::internal
