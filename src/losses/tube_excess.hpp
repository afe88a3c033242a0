// SPDX-License-Identifier: BSD-3-Clause
//
// How far, with its sign, a residual lies outside the tube [-epsilon, epsilon]; exactly 0 inside.
#pragma once

#include <algorithm>

namespace hingeline::internal {

inline double tube_excess(double r, double epsilon) { return r - std::clamp(r, -epsilon, epsilon); }

}  // namespace hingeline::internal
