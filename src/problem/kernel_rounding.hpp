// SPDX-License-Identifier: BSD-3-Clause
//
// How far kernel values in double are from the formula, as a share rho_i of sqrt(K_ii K_jj). A dot product is off by
// some 4 eps of |x_i| |x_j|, a power of degree k by k times as much. Exponents of the RBF kernel, x''z' - |x'|^2 / 2 -
// |z'|^2 / 2 (kernel_rows.hpp), are off by some eps (|x'|^2 + |z'|^2), and below 2^-48 of that they are taken for 0.
#pragma once

#include <vector>

#include "hingeline/matrix_view.hpp"
#include "kernels/kernel_rows.hpp"

namespace hingeline::internal {

/// rho by row; empty: 4 eps for all.
std::vector<double> kernel_rounding(const KernelSpace& space, const MatrixView& x);

}  // namespace hingeline::internal
