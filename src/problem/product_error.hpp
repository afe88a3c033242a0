// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/infinity.hpp"

namespace hingeline::internal {

/// Bound of the error of products: everywhere + relative_i magnitude_i in row i.
struct ProductError {
  double everywhere = infinity;
  std::vector<float> relative;    ///< by row; empty for zeros
  std::vector<float> magnitudes;  ///< likewise

  /// Clears the error, for products computed afresh; one that is not known stays so.
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
