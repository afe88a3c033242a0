// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <span>
#include <vector>

namespace hingeline::internal {

/// Standard deviation of the targets.
inline double deviation(std::span<const double> y) {
  double mean = 0;
  for (const double value : y) mean += value / static_cast<double>(y.size());
  double squares = 0;
  for (const double value : y) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(y.size()));
}

/// Epsilons worth trying: six from 0 to a quarter of the deviation.
inline std::vector<double> tube_widths(std::span<const double> y) {
  std::vector<double> widths = {0};
  for (const double share : {1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4}) widths.push_back(share * deviation(y));
  return widths;
}

}  // namespace hingeline::internal
