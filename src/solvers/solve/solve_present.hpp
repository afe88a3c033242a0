// SPDX-License-Identifier: BSD-3-Clause
//
// Rows of weight 0, such as those that a fold holds out, left out of what a solver sees (rows/present_rows.hpp).
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/solve/attempt.hpp"
#include "solvers/solve/choice.hpp"

namespace hingeline::internal {

/// Whether rows of weight 0 are left out. alm_newton spends its time on passes over all rows, ten or more of them, and
/// copying rows costs about one pass, as much as one of the few that reduced_newton makes; samples of the latter tell
/// the less the more such rows they hold. The other solvers pass over rows of weight 0 at next to no cost. Folds over a
/// path then take 0.8 to 0.93 of the time (w8a, mushrooms, hinge; kin8nm, housing, space_ga, epsilon-insensitive).
bool leaves_rows_out(Solver solver, const Problem& problem);

/// solve_chosen() without rows of weight 0; where the caller named no solver, the choice is made anew for the rows
/// left.
Attempt solve_present(const Choice& choice, const Problem& problem, const SolverOptions& options,
                      const WarmStart& start);

}  // namespace hingeline::internal
