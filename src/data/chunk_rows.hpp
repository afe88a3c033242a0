// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/blocks.hpp"
#include "data/row_blocks.hpp"

namespace hingeline::internal {

/// Rows per task, for sums over `rows` rows: whole blocks, and few enough that samples have tasks for several threads.
inline std::int64_t chunk_rows(std::int64_t rows) {
  constexpr std::int64_t fewest = 1024;
  constexpr std::int64_t most = 16384;
  constexpr std::int64_t tasks = 16;
  return std::clamp(whole_groups((rows + tasks - 1) / tasks, rows_per_block), fewest, most);
}

/// The number of tasks for a pass over `numbers` numbers whose sum is a vector of `size` (0: nothing is summed). Each
/// task is large enough to be worth its cost, and its sum takes little memory compared with what it reads.
inline std::int64_t tasks_for_vectors(std::int64_t numbers, std::size_t size) {
  constexpr std::int64_t fewest_numbers = 32768;
  constexpr std::int64_t numbers_per_sum = 32;
  constexpr std::int64_t most_tasks = 16;
  const std::int64_t worth = std::max(fewest_numbers, numbers_per_sum * static_cast<std::int64_t>(size));
  return std::clamp<std::int64_t>(numbers / worth, 1, most_tasks);
}

/// Rows per task for such passes.
inline std::int64_t chunk_for_vectors(std::int64_t rows, std::int64_t numbers, std::size_t size) {
  const std::int64_t tasks = tasks_for_vectors(numbers, size);
  return std::max(whole_groups((rows + tasks - 1) / tasks, rows_per_block), rows_per_block);
}

}  // namespace hingeline::internal
