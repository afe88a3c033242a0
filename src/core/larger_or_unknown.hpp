// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "core/infinity.hpp"

namespace hingeline::internal {

/// max(a, b), or infinity where b is not a number.
inline double larger_or_unknown(double a, double b) {
  if (std::isnan(b)) return infinity;
  return a < b ? b : a;
}

}  // namespace hingeline::internal
