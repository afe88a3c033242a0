// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "data/row_blocks.hpp"

namespace hingeline::internal {

/// Rows a task, of sums over so many: whole blocks, and of samples few enough for several threads.
inline std::int64_t chunk_rows(std::int64_t rows) {
  constexpr std::int64_t fewest = 2048;
  constexpr std::int64_t most = 16384;
  constexpr std::int64_t tasks = 8;
  return std::clamp(rows / tasks / rows_per_block * rows_per_block, fewest, most);
}

}  // namespace hingeline::internal
