// SPDX-License-Identifier: BSD-3-Clause
//
// Which rows a sample is: runs of consecutive rows, one at a random place in each of as many equal parts of the
// file, so that neither an order of the rows nor chance leaves a part out. Of a class too rare for that, single rows
// drawn among all of it. Every row stands for `factor` rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/problem.hpp"
#include "parallel/sum_chunks.hpp"
#include "problem/row_cost.hpp"
#include "solvers/reduced_newton/chunk_rows.hpp"

namespace hingeline::internal {

struct RowRun {
  std::int64_t first;
  std::int64_t count;
};

struct RowSample {
  std::vector<RowRun> runs;
  std::int64_t rows = 0;
  std::array<double, 2> factor = {1, 1};  ///< of rows with y <= 0 and of those with y > 0

  bool is_whole() const { return factor[0] == 1 && factor[1] == 1; }
  double factor_of(double y) const { return factor[y > 0 ? 1 : 0]; }
};

/// All rows, in runs of a block.
RowSample every_row(std::int64_t rows);

/// What the last sample leads to, on all rows.
enum class AfterSamples { bands, newton_step, chord_steps };

/// Of the samples before all rows: as few as growths of at most 25 allow, all of the same growth; on many columns of 8,
/// for what a small sample leaves to the next is then much of its rows, and of 5 where bands of them are kept. Chord
/// steps want a good Hessian, for each that it saves is a pass: the last sample before them is an eighth of the rows.
/// None where the first would be a good part of the rows.
std::vector<std::int64_t> sample_sizes(std::int64_t rows, std::size_t variables, AfterSamples after);

/// About `wanted` of the problem's rows.
RowSample draw_rows(const Problem& problem, std::int64_t wanted, Random& random);

/// Asks for rows and targets of the run after the next one of those up to `end`. Whole blocks are read in order, and
/// who reads them asks for what comes.
template <class View>
[[gnu::always_inline]] inline void fetch_ahead(const RowBlocks<View>& x, const Problem& problem,
                                               const RowSample& sample, std::int64_t k, std::int64_t end) {
  constexpr std::int64_t ahead = 2;
  if (k + ahead >= end) return;
  const RowRun& run = sample.runs[static_cast<std::size_t>(k + ahead)];
  if (run.count == rows_per_block) return;
  prefetch_targets(problem, run.first, run.count);
  x.prefetch(run.first, run.count);
}

inline std::int64_t task_count(const RowSample& sample) {
  constexpr std::int64_t most = 128;  // each has a sum of its own, perhaps with a matrix
  const std::int64_t chunk = chunk_rows(sample.rows);
  return std::clamp<std::int64_t>((sample.rows + chunk - 1) / chunk, 1, most);
}

/// zero + the parts of all runs of a problem's rows x: add(run, part). The same bits for any
/// number of threads.
template <class View, class Sum, class Add>
Sum sum_runs(ThreadPool& pool, const RowBlocks<View>& x, const Problem& problem, const RowSample& sample,
             const Sum& zero, const Add& add) {
  const ReleaseRows& release = problem.release_rows;
  constexpr std::int64_t most_held = 64;  // runs, each of which may keep some ten pages
  const auto runs = static_cast<std::int64_t>(sample.runs.size());
  const std::int64_t tasks = task_count(sample);
  return sum_chunks(pool, runs, std::max<std::int64_t>(1, (runs + tasks - 1) / tasks), zero,
                    [&](std::int64_t first, std::int64_t end, Sum& part) {
                      std::int64_t held = first;
                      for (std::int64_t k = first; k < end; ++k) {
                        const RowRun& run = sample.runs[static_cast<std::size_t>(k)];
                        fetch_ahead(x, problem, sample, k, end);
                        add(run, part);
                        if (!release || (k + 1 < end && k + 1 - held < most_held)) continue;
                        release(sample.runs[static_cast<std::size_t>(held)].first, run.first + run.count);
                        held = k + 1;
                      }
                    });
}

}  // namespace hingeline::internal
