// SPDX-License-Identifier: BSD-3-Clause
//
// A = L L', A symmetric and positive definite: the factor of second-order solvers. By panels of 64 columns (Golub & Van
// Loan, Matrix Computations, 4.2.9): the panel's diagonal block, the rows below it, then what the panel takes off
// all that is right of it, by tiles that stay in registers.
#pragma once

#include <cstddef>

namespace hingeline::internal {

/// Puts L in the place of A's lower triangle; what is above it is unspecified. Row-major, `size` rows of `size` numbers, a
/// multiple of cholesky_group. False at the first pivot that is not positive and finite. size^3 / 3 flops.
using Cholesky = bool (*)(double* a, std::size_t size);

inline constexpr std::size_t cholesky_group = 8;

/// The one for this processor.
Cholesky cholesky();

}  // namespace hingeline::internal
