// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/infinity.hpp"

namespace hingeline::internal {

/// What products may be off by: everywhere, and by row in proportion to a magnitude.
struct ProductError {
  double everywhere = infinity;
  std::vector<float> relative;    ///< by row; empty for zeros
  std::vector<float> magnitudes;  ///< likewise

  /// Of products computed afresh, where the error was known.
  void forget() {
    if (known()) everywhere = 0;
    std::fill(magnitudes.begin(), magnitudes.end(), 0.0F);
  }

  bool known() const { return everywhere < infinity; }
  double of(std::int32_t row) const {
    if (relative.empty()) return everywhere;
    const auto i = static_cast<std::size_t>(row);
    return everywhere + static_cast<double>(relative[i]) * static_cast<double>(magnitudes[i]);
  }
};

}  // namespace hingeline::internal
