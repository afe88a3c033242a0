// SPDX-License-Identifier: BSD-3-Clause
//
// Sums over numbered items, in tasks of a fixed number of items whose sums are added in order: the same bits for any
// number of threads.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// How many numbers of a vector one task adds up.
constexpr std::int64_t numbers_per_task = 8192;

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

/// u += the parts of all chunks: add(first, end, part) adds items first .. end - 1 to its part, which begins as zeros;
/// that of the first chunk is u itself. `zeros` are for the others, and are zeros again when it returns, to be kept
/// from one sum to the next: new pages take longer to clear than to fill.
template <class Add>
void add_chunks(ThreadPool& pool, std::int64_t items, std::int64_t chunk, std::span<double> u,
                std::vector<double>& zeros, const Add& add) {
  const std::int64_t others = std::max<std::int64_t>((items - 1) / chunk, 0);
  if (const auto size = static_cast<std::size_t>(others) * u.size(); zeros.size() < size) zeros.resize(size);
  const auto part = [&](std::int64_t task) {
    return std::span(zeros).subspan(static_cast<std::size_t>(task - 1) * u.size(), u.size());
  };
  pool.run(others + 1, [&](std::int64_t task) {
    add(task * chunk, std::min(items, (task + 1) * chunk), task == 0 ? u : part(task));
  });
  for_each_block(pool, others > 0 ? std::ssize(u) : 0, numbers_per_task, [&](std::int64_t first, std::int64_t size) {
    const auto begin = static_cast<std::size_t>(first);
    const std::size_t end = begin + static_cast<std::size_t>(size);
    for (std::int64_t k = 1; k <= others; ++k)
      for (std::size_t j = begin; j < end; ++j) u[j] += std::exchange(part(k)[j], 0.0);
  });
}

}  // namespace hingeline::internal
