// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>

namespace hingeline::internal {

/// cosines_k = scale cos(angles_k), sines_k = scale sin(angles_k), k < size, with an error of some units in the last
/// place of `scale`. `cosines` may be `angles`.
void cosines_and_sines(const double* angles, std::size_t size, double scale, double* cosines, double* sines);

}  // namespace hingeline::internal
