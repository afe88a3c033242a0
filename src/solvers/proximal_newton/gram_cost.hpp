// SPDX-License-Identifier: BSD-3-Clause
//
// The cost of products of columns and of their Cholesky factor, in visits of an entry.
#pragma once

namespace hingeline::internal {

/// The cost of a row in WeightedGram, given its entries and the number of columns: scattered additions, or for rows
/// that are nearly dense SIMD operations.
inline double gram_row_cost(double entries, double columns) {
  constexpr double vector_speed = 16;
  return 0.5 * (4 * entries < columns ? entries * entries : columns * columns / vector_speed);
}

/// The cost of a Cholesky factor of so many columns.
inline double factor_cost(double columns) { return columns * columns * columns / 24; }

}  // namespace hingeline::internal
