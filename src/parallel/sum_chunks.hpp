// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over numbered items, a fixed number of items a task and the tasks' sums added in order: the same bits for any
// number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// zero + the parts of all chunks: add(first, end, part) adds items first .. end - 1 to its part, which begins as a
/// copy of `zero`. Sum must have +=.
template <class Sum, class Add>
Sum sum_chunks(ThreadPool& pool, std::int64_t items, std::int64_t chunk, const Sum& zero, const Add& add) {
  const std::int64_t tasks = (items + chunk - 1) / chunk;
  std::vector<Sum> parts(static_cast<std::size_t>(std::max<std::int64_t>(tasks, 1)), zero);
  pool.run(tasks, [&](std::int64_t task) {
    add(task * chunk, std::min(items, (task + 1) * chunk), parts[static_cast<std::size_t>(task)]);
  });
  for (std::size_t k = 1; k < parts.size(); ++k) parts[0] += parts[k];
  return std::move(parts[0]);
}

}  // namespace hingeline::internal
