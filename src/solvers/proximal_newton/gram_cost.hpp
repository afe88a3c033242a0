// SPDX-License-Identifier: BSD-3-Clause
//
// What products of columns and their factor cost, in visits of an entry.
#pragma once

namespace hingeline::internal {

/// What WeightedGram takes for a row of so many entries in so many columns, in scattered additions; dense rows run at
/// the speed of the vector unit.
inline double gram_row_cost(double entries, double columns) {
  constexpr double vector_speed = 16;
  return 0.5 * (4 * entries < columns ? entries * entries : columns * columns / vector_speed);
}

/// And what a Cholesky factor of so many columns takes.
inline double factor_cost(double columns) { return columns * columns * columns / 24; }

}  // namespace hingeline::internal
