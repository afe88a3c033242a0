// SPDX-License-Identifier: BSD-3-Clause
//
// Operations on one dense row, compiled for every instruction set; one is chosen when the program runs. Fetch the table
// once per solve. Values are float or double, sums are double.
#pragma once

#include <cstddef>

namespace hingeline::internal {

template <class T>
struct DenseOps {
  double (*dot)(const T* x, const double* w, std::size_t size);                ///< sum_j x_j w_j
  void (*add)(double scale, const T* x, double* w, std::size_t size);          ///< w_j += scale x_j
  double (*squared_norm)(const T* x, std::size_t size);                        ///< sum_j x_j^2
  void (*add_squares)(double scale, const T* x, double* w, std::size_t size);  ///< w_j += scale x_j^2
  void (*scale)(double scale, const T* x, double* out, std::size_t size);      ///< out_j = scale x_j
};

/// The operations for this processor. The order of summation depends on the processor's vector width, and on nothing
/// else.
template <class T>
DenseOps<T> dense_ops();

}  // namespace hingeline::internal
