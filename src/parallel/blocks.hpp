// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// f(first, size) for blocks of 0 .. count - 1, each a task.
template <class F>
void for_each_block(ThreadPool& pool, std::int64_t count, std::int64_t block, const F& f) {
  pool.run((count + block - 1) / block, [&](std::int64_t task) {
    const std::int64_t first = task * block;
    f(first, std::min(block, count - first));
  });
}

/// f(i) for i = 0 .. count - 1, `block` of them in a task.
template <class F>
void for_each_index(ThreadPool& pool, std::int64_t count, std::int64_t block, const F& f) {
  for_each_block(pool, count, block, [&](std::int64_t first, std::int64_t size) {
    for (std::int64_t i = first; i < first + size; ++i) f(i);
  });
}

}  // namespace hingeline::internal
