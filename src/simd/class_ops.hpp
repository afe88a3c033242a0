// SPDX-License-Identifier: BSD-3-Clause
//
// Products of rows with a row-major d x K matrix, compiled for every instruction set; one is chosen when the program
// runs. Vectors extend over the K classes, so that sparse rows gain as much as dense ones. Fetch the table once per
// solve.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hingeline::internal {

template <class T>
struct ClassOps {
  /// z_k = sum_e values_e w[column_e K + k] for k = 0 .. K - 1; column_e is e where columns is null.
  void (*outputs)(const T* values, const std::int32_t* columns, std::size_t size, const double* w, std::size_t K,
                  double* z);
  /// w[column_e K + k] += values_e scale_k, likewise.
  void (*add)(const T* values, const std::int32_t* columns, std::size_t size, const double* scale, std::size_t K,
              double* w);
  /// z_tk += sum_e values_te w[e K + k] for dense rows t = 0 .. rows - 1, `stride` apart; the rows of z are K apart.
  /// Four rows share what is loaded of w.
  void (*add_outputs)(const T* values, std::size_t stride, std::size_t rows, std::size_t size, const double* w,
                      std::size_t K, double* z);
};

/// The operations for this processor. The order of summation for a class does not depend on the processor.
template <class T>
ClassOps<T> class_ops();

}  // namespace hingeline::internal
