// SPDX-License-Identifier: BSD-3-Clause
//
// Passes of coordinate descent before the solver that was chosen: often they are all it takes.
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/solve/attempt.hpp"
#include "solvers/solve/choice.hpp"
#include "solvers/solve/opening.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// Whether passes of coordinate descent come first. Newton's method gains little from a start that is not yet the
/// answer, and a start that it is given is better than what an opening would make of it. The augmented Lagrangian needs
/// the whole opening.
bool is_opened(const Choice& choice, const WarmStart& start);

/// Returns the passes' solution where they were enough. Otherwise choice.solver, or the solver that the choice gives
/// way to, goes on from their dual point.
Attempt go_on_after(const Opening& opening, Solution passes, const Choice& choice, const Problem& problem,
                    const SolverOptions& options, const SharedRows& shared);

/// Runs the passes, from `given`, and what comes after them.
Attempt run_opened(const Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& given,
                   const SharedRows& shared);

}  // namespace hingeline::internal
