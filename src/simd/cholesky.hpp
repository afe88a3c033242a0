// SPDX-License-Identifier: BSD-3-Clause
//
// U'U = A for a symmetric positive definite A, in panels of 8 columns:
//
//     panel p: columns 8 p .. 8 p + 7 of A, then of U, from row 0 to row 8 p + 7, row by row, one panel after another
//
// so that the sum over the rows of U above a tile of 8 x 8, sum_r u_ri u_rj, reads two panels from their beginning on.
// What is left of the tile is then factorised, or solved for by substitution. A size that is no multiple of 8 is padded
// by the caller with the identity matrix.
//
// Cost: d^3 / 3 flops for the factor, 2 d^2 for a solution.
#pragma once

#include <cstddef>

#include "core/stop.hpp"

namespace hingeline::internal {

inline constexpr std::size_t cholesky_panel = 8;

/// Pivots that are not above this are rounding, for a diagonal of ones.
inline constexpr double least_pivot = 1e-15;

/// The number of numbers in so many panels.
inline std::size_t cholesky_size(std::size_t panels) {
  return panels * (panels + 1) / 2 * cholesky_panel * cholesky_panel;
}

struct CholeskyOps {
  /// Replaces the panels of A by those of U. Returns false if a pivot is not above least_pivot or not finite, or when
  /// told to stop; the panels are unspecified then.
  bool (*factor)(double* a, std::size_t panels, const Stop& stop);
  /// x <- (U'U)^(-1) x; x has 8 numbers per panel.
  void (*solve)(const double* u, std::size_t panels, double* x);
};

/// The operations for this processor.
CholeskyOps cholesky_ops();

}  // namespace hingeline::internal
