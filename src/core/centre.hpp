// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <numeric>
#include <span>

namespace hingeline::internal {

/// Subtracts the mean from the numbers, and returns it.
inline double centre(std::span<double> numbers) {
  const double mean = std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
  for (double& number : numbers) number -= mean;
  return mean;
}

}  // namespace hingeline::internal
