// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/solve.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// solve() for callers that have validated problem and options. The sub-problems of a multi-class model share one
/// matrix, and may bring in `shared` what is computed once for all of them.
Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                     const SharedRows* shared = nullptr);

}  // namespace hingeline::internal
