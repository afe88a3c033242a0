// SPDX-License-Identifier: BSD-3-Clause
//
// Operations on a block of dense rows, compiled for every instruction set; one is chosen when the program runs. For
// passes over many rows of few columns, where one call per row would cost as much as its arithmetic. Values are float
// or double, sums are double. A few hundred rows per call stay in the cache from one operation to the next.
#pragma once

#include <cstddef>

namespace hingeline::internal {

template <class T>
struct DenseBlock {
  const T* values;  ///< row-major
  std::size_t rows;
  std::size_t cols;
  std::size_t stride;
};

template <class T>
struct DenseBlockOps {
  /// z_i = x_i'w
  void (*predict)(const DenseBlock<T>& x, const double* w, double* z);
  /// u += sum_i s_i x_i; rows with s_i = 0 cost next to nothing
  void (*combine)(const DenseBlock<T>& x, const double* s, double* u);
  /// v_i = sum_j (scale_j x_ij - centre_j)^2, to the accuracy of T
  void (*spread)(const DenseBlock<T>& x, const T* scale, const T* centre, T* v);
};

/// The operations for this processor.
template <class T>
DenseBlockOps<T> dense_block_ops();

}  // namespace hingeline::internal
