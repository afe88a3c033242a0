// SPDX-License-Identifier: BSD-3-Clause
//
// Which solvers go on where the chosen one gives up, and after how long.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "solvers/solve/attempt.hpp"
#include "solvers/solve/choice.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// The solvers that go on, one after the other, where one that nobody asked for gives up: interior point steps, which
/// depend neither on the scale of columns nor on C nor on how far the data are from separable; the augmented
/// Lagrangian, for any loss; and bands, which work where its multipliers have no digits left (ordered, hinge, 6,587 x
/// 39 in units from 1e-3 to 1e3: after 0.4 s in vain 0.03 s).
std::vector<Solver> successors(Solver solver, const Problem& problem, const SolverOptions& options);

/// The options, limited to the passes that a choice gets where successors() go on after it. Without a ridge, slopes times a
/// large C hide all else: lasso, targets inside the tube, C = 1e9 took 100,000 passes in vain. Most problems take some
/// dozen passes or steps; a solution by interior point steps costs as much as 100 passes over dense columns, more the
/// more there are (squared hinge, L1, 2,492 x 601: 310; over sparse ones phishing, w8a and mushrooms 300 to 500). Of
/// runs of the augmented Lagrangian, whose steps are the cheaper the more rows per column, nearly all that end do so
/// within 300 steps; after 60 w8a, hinge, no penalty, would miss its last. Beside a ridge steps by products may have no
/// end on full rows of which some are far larger than others (squared epsilon-insensitive, 3,676 x 1,328: 24,000
/// products in 40 s and a gap of 62, by interior point steps 2 s, as much as a product per column); on usual rows a few
/// hundred are enough. Newton's method on few columns may descend by next to nothing where units are unlike (squared, C
/// = 1e4, one row of columns from 1e-8 to 1e8: 33,333 in vain).
SolverOptions with_patience(const Choice& choice, const Problem& problem, const SolverOptions& options);

/// Whether the solve ended before its limits, and not with an answer.
bool gave_up(const Solution& solution, const SolverOptions& options);

/// The choice of a solver that goes on after an attempt, with the end of that as its reason; `how` is put before that.
Choice choice_after(const Attempt& stuck, Solver solver, std::string_view how = {});

/// Runs a solver from a cold start, because the point where another gave up may be what it was stuck at.
using RunCold = std::function<Solution(Solver, const SolverOptions& left)>;

/// Returns the attempt if it has an answer, else that of the first of `others` that has one.
Attempt hand_over_in_turn(Attempt made, std::span<const Solver> others, const SolverOptions& options,
                          const RunCold& run);

/// The same for successors() by run_solver(); where none has an answer, the augmented Lagrangian runs without the limit
/// of its patience.
Attempt hand_over(Attempt made, const Problem& problem, const SolverOptions& options, const SharedRows& shared);

}  // namespace hingeline::internal
