// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hingeline::internal {

/// Whether all indices are in 0 .. end - 1, each larger than the one before it.
inline bool ascend_below(std::span<const std::int32_t> indices, std::int64_t end) {
  unsigned falls = 0;
  for (std::size_t k = 1; k < indices.size(); ++k) falls |= indices[k] <= indices[k - 1];
  return indices.empty() || (falls == 0 && indices.front() >= 0 && indices.back() < end);
}

}  // namespace hingeline::internal
