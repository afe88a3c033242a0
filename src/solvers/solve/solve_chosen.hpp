// SPDX-License-Identifier: BSD-3-Clause
//
// A choice carried out: an opening where it has one, its solver, and those that take over where that gives up.
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/common/choice.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// The choice becomes what gave the answer.
Solution solve_chosen(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                      const SharedRows& shared);

/// What the caller gets of a solver's solution.
Solution answer_of(Choice choice, Solution solution, const Problem& problem, const SolverOptions& options,
                   const WarmStart& start, const SharedRows& shared);

}  // namespace hingeline::internal
