// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

namespace hingeline::internal {

/// In long double, for sums that ought to be 0.
inline double sum(std::span<const double> numbers) {
  long double total = 0;
  for (const double number : numbers) total += number;
  return static_cast<double>(total);
}

}  // namespace hingeline::internal
