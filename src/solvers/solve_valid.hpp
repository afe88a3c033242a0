// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// solve() for callers that have validated problem and options: the sub-problems of a multi-class model share one
/// matrix.
Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start);

}  // namespace hingeline::internal
