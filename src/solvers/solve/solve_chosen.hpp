// SPDX-License-Identifier: BSD-3-Clause
//
// Carries out a choice: an opening where it has one, its solver, and the solvers that take over where that gives up.
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/solve/attempt.hpp"
#include "solvers/solve/choice.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

Attempt solve_chosen(const Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                     const SharedRows& shared);

/// Makes the caller's answer of an attempt: no worse than known points, off kinks, and proven exactly where
/// rounding demands it.
Solution answer_of(Attempt attempt, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                   const SharedRows& shared);

}  // namespace hingeline::internal
