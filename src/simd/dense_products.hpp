// SPDX-License-Identifier: BSD-3-Clause
//
// Products of a block of dense rows with several vectors at once, compiled for every instruction set; one is chosen
// when the program runs. Numbers that are read are used for four rows and as many vectors as registers hold, and 64
// rows stay in the cache from one group of vectors to the next. Values are float or double, sums are double.
#pragma once

#include <cstddef>

#include "simd/dense_blocks.hpp"

namespace hingeline::internal {

template <class T>
struct DenseProductOps {
  /// z_ik = x_i'w_k for K vectors, the k-th at w + k apart; the rows of z are K apart.
  void (*predict)(const DenseBlock<T>& x, const double* w, std::size_t apart, std::size_t K, double* z);
  /// u_k += sum_i s_ik x_i for K vectors, the k-th at u + k apart; terms are added in the order of the rows.
  void (*combine)(const DenseBlock<T>& x, const double* s, std::size_t apart, std::size_t K, double* u);
  /// u_kj += sum_i s_ik x_ij^2
  void (*combine_squares)(const DenseBlock<T>& x, const double* s, std::size_t apart, std::size_t K, double* u);
};

/// The operations for this processor. Results for one vector do not depend on the number of vectors.
template <class T>
DenseProductOps<T> dense_product_ops();

}  // namespace hingeline::internal
