// SPDX-License-Identifier: BSD-3-Clause
//
// Probabilities that never contradict the predicted label.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>

namespace hingeline::internal {

/// Makes p[winner] the largest, and the first of the largest. Where another is larger, as coupling may have it, the two
/// are swapped; equal ones before it (by rounding or flat pieces) are lowered to the next smaller double.
inline void put_first(std::size_t winner, std::span<double> p) {
  std::swap(p[winner], *std::max_element(p.begin(), p.end()));
  const double below = std::nextafter(p[winner], 0.0);
  for (std::size_t k = 0; k < winner; ++k) p[k] = std::min(p[k], below);
}

}  // namespace hingeline::internal
