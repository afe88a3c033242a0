// SPDX-License-Identifier: BSD-3-Clause
//
// A number for each row of a block, and their sum. Formulas write to such an array, which is then added up: so the
// compiler vectorises both.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "data/row_blocks.hpp"

namespace hingeline::internal {

using BlockNumbers = std::array<double, rows_per_block>;

/// The sum of the first `size` numbers; the others are set to 0. Has eight partial sums, so that additions do not wait
/// for each other.
[[gnu::always_inline]] inline double sum_first(BlockNumbers& numbers, std::size_t size) {
  std::fill(numbers.begin() + static_cast<std::ptrdiff_t>(size), numbers.end(), 0.0);
  double sums[8] = {};
  for (std::size_t i = 0; i < size; i += 8)
    for (std::size_t k = 0; k < 8; ++k) sums[k] += numbers[i + k];
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

}  // namespace hingeline::internal
