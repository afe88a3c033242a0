// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "solvers/solve/attempt.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// For an answer whose proof fails by rounding of rows at the edges of their tube (prove_exactly.hpp): solves again,
/// from there, with a tube narrower by that rounding, so that its rows end within the given one for certain. P rises by
/// sum_i |s_i| times the rounding, which is little where the optimum is near 0. Returns the answer as it was where the
/// new one has no proof either.
Attempt retry_in_narrower_tube(Attempt answer, const Problem& problem, const SolverOptions& options,
                               const SharedRows& shared);

}  // namespace hingeline::internal
