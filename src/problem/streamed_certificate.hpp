// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of certificate.hpp in one pass over many rows, with the dual variables computed a block at a time.
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

/// Sets the dual variables of the rows from `first` on, given their predictions x_i'w + b, for solvers that do not
/// store the dual point as n numbers. Called by several threads. Empty: s_i = -c_i phi'(z_i), which the proof computes
/// itself.
using DualBlock = std::function<void(std::int64_t first, std::span<const double> predictions, BlockNumbers& s)>;

/// The sums over rows that a proof is made of, at the dual variables of the blocks.
struct StreamedSums {
  StreamedSums& operator+=(const StreamedSums& other);

  RowTerms terms;
  std::vector<double> u;           ///< sum_i s_i x_i
  double s = 0;                    ///< sum_i s_i
  std::vector<double> squares;     ///< without a ridge, for rounding: sums of the squares of the terms of u
  double s_squares = 0;            ///< likewise of s
  bool lacks_digits = false;       ///< a prediction of those looked at does (problem/prediction_rounding.hpp)
  std::int64_t balanced_rows = 0;  ///< how many of the first rows share what s lacks to sum to 0
};

struct StreamedPair {
  std::span<const double> coef;
  double intercept = 0;
  std::span<double> dual_coef;         ///< n; out: the dual-feasible point proven. Empty: not wanted
  StreamedSums* sums = nullptr;        ///< out. Null: not wanted
  std::span<double> multipliers = {};  ///< mu of the constraints, one each; in and out like CertifiedPoint's
};

/// Proves a pair, its coef within the bounds, in one pass over the rows, with z, s, u and the sums a block at a time;
/// one pass more where R* is infinite at u, and s must be scaled down. With a free intercept s should nearly sum to 0:
/// the first rows share the rest, as in step 2 of certificate.hpp. The same bits for any number of threads.
Certificate certify_pair(const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                         const DualBlock& dual_block, ThreadPool& pool);

/// New dual variables for the rows of some runs, which ascend and do not overlap.
struct DualChange {
  std::span<const RowRun> runs;
  const DualBlock& dual_block;  ///< called for parts of runs
};

/// Proves a pair of a problem with a ridge once more, after certify_pair() has filled pair.sums and perhaps
/// pair.dual_coef with the same `dual_block`: in a pass over the rows of the change alone.
Certificate certify_changed(const Problem& problem, const Baseline& baseline, const StreamedPair& pair,
                            const DualBlock& dual_block, const DualChange& change, ThreadPool& pool);

}  // namespace hingeline::internal
