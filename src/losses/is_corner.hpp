// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace hingeline::internal {

/// Whether a convex function's derivative, `below` a point and `above` it, jumps there by more than rounding.
inline bool is_corner(double below, double above) {
  constexpr double rounding = 1e-12;
  return above - below > rounding * (std::abs(below) + std::abs(above));
}

}  // namespace hingeline::internal
