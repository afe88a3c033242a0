// SPDX-License-Identifier: BSD-3-Clause
//
// Rows of weight 0, such as those that a fold holds out, left out of what a solver sees (common/present_rows.hpp).
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/common/choice.hpp"

namespace hingeline::internal {

/// Passes over all rows are what alm_newton takes its time for, ten or more of them; copying rows costs about one, of
/// the few of reduced_newton, whose samples say the less the more rows they have for nothing. The others pass over rows
/// of weight 0 at next to no cost. Folds over a path then take 0.8 to 0.93 of the time (w8a, mushrooms, hinge; kin8nm,
/// housing, space_ga, epsilon-insensitive).
bool leaves_rows_out(Solver solver, const Problem& problem);

/// solve_chosen() without those rows, with a choice of its own for what is left where the caller named none.
Solution solve_present(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start);

}  // namespace hingeline::internal
