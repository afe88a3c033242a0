// SPDX-License-Identifier: BSD-3-Clause
//
// Some of a problem's rows as runs of consecutive ones, and sums over them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "data/chunk_rows.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/problem.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {

/// At most rows_per_block rows.
struct RowRun {
  std::int64_t first;
  std::int64_t count;
};

/// Prefetches rows and targets of the run after the next one, if it is before `end`. Not of whole blocks: they are read
/// in order, and their reader prefetches what follows.
template <class View>
[[gnu::always_inline]] inline void fetch_ahead(const RowBlocks<View>& x, const Problem& problem,
                                               std::span<const RowRun> runs, std::int64_t k, std::int64_t end) {
  constexpr std::int64_t ahead = 2;
  if (k + ahead >= end) return;
  const RowRun& run = runs[static_cast<std::size_t>(k + ahead)];
  if (run.count == rows_per_block) return;
  prefetch_targets(problem, run.first, run.count);
  x.prefetch(run.first, run.count);
}

/// The number of tasks; each has a sum of its own, of `size` numbers.
inline std::int64_t task_count(std::span<const RowRun> runs, std::size_t size) {
  constexpr std::int64_t numbers = 1 << 24;  // of all
  const std::int64_t most =
      std::clamp<std::int64_t>(numbers / std::max<std::int64_t>(1, static_cast<std::int64_t>(size)), 4, 128);
  std::int64_t rows = 0;
  for (const RowRun& run : runs) rows += run.count;
  const std::int64_t chunk = chunk_rows(rows);
  return std::clamp<std::int64_t>((rows + chunk - 1) / chunk, 1, most);
}

/// zero + the parts of all runs of a problem's rows x: add(run, part) adds a run to its part, which has `size` numbers.
/// The same bits for any number of threads.
template <class View, class Sum, class Add>
Sum sum_runs(ThreadPool& pool, const RowBlocks<View>& x, const Problem& problem, std::span<const RowRun> runs,
             const Sum& zero, std::size_t size, const Add& add) {
  const ReleaseRows& release = problem.release_rows;
  constexpr std::int64_t most_held = 64;  // runs, each of which may keep some ten pages
  const std::int64_t tasks = task_count(runs, size);
  return sum_chunks(pool, std::ssize(runs), std::max<std::int64_t>(1, (std::ssize(runs) + tasks - 1) / tasks), zero,
                    [&](std::int64_t first, std::int64_t end, Sum& part) {
                      std::int64_t held = first;
                      for (std::int64_t k = first; k < end; ++k) {
                        const RowRun& run = runs[static_cast<std::size_t>(k)];
                        fetch_ahead(x, problem, runs, k, end);
                        add(run, part);
                        if (!release || (k + 1 < end && k + 1 - held < most_held)) continue;
                        release(runs[static_cast<std::size_t>(held)].first, run.first + run.count);
                        held = k + 1;
                      }
                    });
}

}  // namespace hingeline::internal
