// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of certificate.hpp in one pass over rows that may be many, the dual variables made a block at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "data/block_numbers.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/baseline.hpp"
#include "problem/row_runs.hpp"
#include "problem/row_terms.hpp"

namespace hingeline::internal {

/// Sets the dual variables of the rows from `first` on, given their predictions x_i'w + b: a dual point of a solver
/// that holds it in another form than n numbers. Called by several threads. None: s_i = -c_i phi'(z_i), which the proof
/// finds on its way.
using DualBlock = std::function<void(std::int64_t first, std::span<const double> predictions, BlockNumbers& s)>;

/// What a proof sums up over rows, their dual variables being those of the blocks.
struct StreamedSums {
  StreamedSums& operator+=(const StreamedSums& other);

  RowTerms terms;
  std::vector<double> u;        ///< sum_i s_i x_i
  double s = 0;                 ///< sum_i s_i
  std::vector<double> squares;  ///< of the terms of u and s, without a ridge, where rounding counts
  double s_squares = 0;
  bool lacks_digits = false;       ///< one of some predictions does (problem/prediction_rounding.hpp)
  std::int64_t balanced_rows = 0;  ///< the first ones, on which what s is off 0 was shared
};

struct StreamedPair {
  std::span<const double> coef;
  double intercept = 0;
  std::span<double> dual_coef;         ///< n; out: the dual-feasible point proven. Empty: not wanted
  StreamedSums* sums = nullptr;        ///< out. Null: not wanted
  std::span<double> multipliers = {};  ///< mu of the constraints, one each; in and out like CertifiedPoint's
};

/// The proof of a pair, of a coef within its bounds, in one pass over the rows, z, s, u and the sums taken a block at a
/// time; one pass more where R* is infinite at u, and s is scaled down. With a free intercept the blocks should nearly
/// add up to 0: what is left is shared by the first rows, as by 2. of certificate.hpp. The same bits for any number of
/// threads.
Certificate certify_pair(const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                         const DualBlock& dual_block, ThreadPool& pool);

/// Other dual variables for the rows of some runs, in order and apart.
struct DualChange {
  std::span<const RowRun> runs;
  const DualBlock& dual_block;  ///< of parts of runs
};

/// Proves a pair of a problem with a ridge once more, after certify_pair() has filled pair.sums and perhaps
/// pair.dual_coef with the same `dual_block`: in a pass over the rows of the change alone.
Certificate certify_changed(const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                            const DualBlock& dual_block, const DualChange& change, ThreadPool& pool);

}  // namespace hingeline::internal
