// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Calls f(i) for all rows, by `threads` threads; a task is 64 rows.
template <class F>
void for_each_probability_row(std::size_t rows, int threads, const F& f) {
  constexpr std::int64_t task_rows = 64;
  ThreadPool pool(threads);
  for_each_index(pool, static_cast<std::int64_t>(rows), task_rows,
                 [&](std::int64_t i) { f(static_cast<std::size_t>(i)); });
}

}  // namespace hingeline::internal
