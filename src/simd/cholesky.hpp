// SPDX-License-Identifier: BSD-3-Clause
//
// U'U = A for a symmetric positive definite A, in panels of 8 columns:
//
//     panel p: columns 8 p .. 8 p + 7 of A, then of U, from row 0 to row 8 p + 7, row by row, one panel after another
//
// so that what a tile of 8 x 8 loses to the rows of U above it, sum_r u_ri u_rj, reads two panels from their beginning
// on. A tile's own 8 rows then are a Cholesky factor or a substitution. A size that is no multiple of 8 is filled up by
// the caller with the unit matrix.
//
// Cost: d^3 / 3 flops for the factor, 2 d^2 for a solution.
#pragma once

#include <cstddef>

#include "core/stop.hpp"

namespace hingeline::internal {

inline constexpr std::size_t cholesky_panel = 8;

/// What is not above this is rounding, where the diagonal is of ones.
inline constexpr double least_pivot = 1e-15;

/// How many numbers so many panels are.
inline std::size_t cholesky_size(std::size_t panels) {
  return panels * (panels + 1) / 2 * cholesky_panel * cholesky_panel;
}

struct CholeskyOps {
  /// A's panels become U's. False where a pivot is not above least_pivot or not finite, or when told to stop; what they
  /// hold then is unspecified.
  bool (*factor)(double* a, std::size_t panels, const Stop& stop);
  /// x <- (U'U)^(-1) x; 8 numbers a panel.
  void (*solve)(const double* u, std::size_t panels, double* x);
};

/// Those for this processor.
CholeskyOps cholesky_ops();

}  // namespace hingeline::internal
