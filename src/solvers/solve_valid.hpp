// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "data/lazy_columns.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// solve() for callers that have validated problem and options: the sub-problems of a multi-class model share one
/// matrix, and where they bring them its columns.
Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                     LazyColumns* columns = nullptr);

}  // namespace hingeline::internal
