// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "data/is_present.hpp"

namespace hingeline::internal {

/// Standard deviation of the targets, by the rows' weights.
inline double deviation(std::span<const double> y, std::span<const double> weights) {
  double total = 0;
  double mean = 0;
  double squares = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (!is_present(weights, i)) continue;
    const double weight = weight_of(weights, i);
    total += weight;
    const double off = y[i] - mean;
    mean += weight * off / total;
    squares += weight * off * (y[i] - mean);
  }
  return total > 0 ? std::sqrt(squares / total) : 0;
}

/// Values of epsilon worth trying: six, from 0 to a quarter of the deviation.
inline std::vector<double> tube_widths(double deviation) {
  std::vector<double> widths = {0};
  for (const double share : {1.0 / 64, 1.0 / 32, 1.0 / 16, 1.0 / 8, 1.0 / 4}) widths.push_back(share * deviation);
  return widths;
}

}  // namespace hingeline::internal
