// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

#include "core/infinity.hpp"

namespace hingeline::internal {

/// The larger of a and b, where b may be what overflow left: what is not a number may be anything, and counts as
/// infinite.
inline double larger_or_unknown(double a, double b) {
  if (std::isnan(b)) return infinity;
  return a < b ? b : a;
}

}  // namespace hingeline::internal
