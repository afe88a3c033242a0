// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "solvers/common/choice.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// Of an answer that rounding of rows at the edges of their tube keeps from its proof (prove_exactly.hpp) the one
/// that a tube narrower by that rounding has, from there: its rows end within the given one for certain, and P is by
/// sum_i |s_i| times as much greater, which is little where it is next to nothing. The answer as it was where that is
/// no proof either. The choice becomes what gave it.
Solution retry_in_narrower_tube(Solution answer, Choice& choice, const Problem& problem, const SolverOptions& options,
                                const SharedRows& shared);

}  // namespace hingeline::internal
