// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/blocks.hpp"
#include "data/row_blocks.hpp"

namespace hingeline::internal {

/// Rows a task, of sums over so many: whole blocks, and of samples few enough for several threads.
inline std::int64_t chunk_rows(std::int64_t rows) {
  constexpr std::int64_t fewest = 1024;
  constexpr std::int64_t most = 16384;
  constexpr std::int64_t tasks = 16;
  return std::clamp(whole_groups((rows + tasks - 1) / tasks, rows_per_block), fewest, most);
}

/// The same for sums that are matrices of so many rows: what tasks keep is then at most half of float rows.
inline std::int64_t chunk_for_matrices(std::int64_t rows, std::size_t size) {
  constexpr std::int64_t rows_per_row = 4;
  const auto fewest = whole_groups(rows_per_row * static_cast<std::int64_t>(size), rows_per_block);
  return std::max(chunk_rows(rows), fewest);
}

}  // namespace hingeline::internal
