// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/smo/smo_task.hpp"

namespace hingeline::internal {

struct SmoOutcome {
  Status status = Status::converged;
  KernelProof proof;  ///< of the point as it was left
};

/// Sequential minimal optimization (Platt 1998), one pair at a time: for every selection but `blocks`, and the
/// reference for that. Two variables of a group move so that their sum stays the same:
///
///     delta = (f_low - f_up) / (K_ii + K_jj - 2 K_ij),   cut at the bounds;   products += delta (K_up - K_low)
///
/// Cost of a step: two rows of the kernel matrix in double, from the cache or computed, and one pass over the active
/// rows. Shrinking (Joachims 1999) sets aside variables at a bound whose f lies beyond both extremes, so that they
/// would move outwards; the products of their rows are computed anew before the end is claimed.
SmoOutcome pair_smo(const SmoTask& task, SmoPoint& point);

}  // namespace hingeline::internal
