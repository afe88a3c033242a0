// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline::internal {

/// Replaces K_ii + K_jj - 2 K_ij where that is not positive (indefinite kernels, equal rows): LIBSVM's tau.
inline constexpr double least_curvature = 1e-12;

}  // namespace hingeline::internal
