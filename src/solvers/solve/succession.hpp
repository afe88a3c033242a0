// SPDX-License-Identifier: BSD-3-Clause
//
// Who goes on where the solver that was chosen gives up, and after how long.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "solvers/common/choice.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// Which solvers go on, one after the other, where one that nobody asked for gives up: interior point steps, which ask
/// nothing of the scale of columns, of C or of how far the data are from separable; the augmented Lagrangian, for any
/// loss; and bands, which hold where its multipliers have no digits left (ordered, hinge, 6,587 x 39 in units from 1e-3
/// to 1e3: after 0.4 s in vain 0.03 s).
std::vector<Solver> successors(Solver solver, const Problem& problem, const SolverOptions& options);

/// The options, with no more passes than a choice gets where `others` go on after it. Without a ridge slopes times a
/// large C leave it nothing to go by: lasso, targets inside the tube, C = 1e9 took 100,000 passes in vain. Most
/// problems take some dozen passes or steps; a solution by interior point steps costs as much as 100 passes over dense
/// columns, or more the more there are (squared hinge, L1, 2,492 x 601: 310; over sparse ones phishing, w8a and
/// mushrooms 300 to 500). Of the augmented Lagrangian's steps, which are the cheaper the more rows a column has, nearly
/// all that ends ends within 300; after 60 w8a, hinge, no penalty, would miss its last. Beside a ridge steps by
/// products may have no end on full rows of which some are far larger than others (squared epsilon-insensitive, 3,676 x
/// 1,328: 24,000 products in 40 s and a gap of 62, by interior point steps 2 s, as much as a product per column); of
/// usual ones a few hundred are all. Newton's on few columns may descend by next to nothing where the units are unlike
/// (squared, C = 1e4, one row of columns from 1e-8 to 1e8: 33,333 in vain).
SolverOptions with_patience(std::span<const Solver> others, const Choice& choice, const Problem& problem,
                            const SolverOptions& options);

/// It ended before its limits, and not with an answer.
bool gave_up(const Solution& solution, const SolverOptions& options);

/// The better answer of both (opening.hpp). Where that is the other the choice becomes its solver, because of how the
/// first ended; `how` stands before that.
Solution better_of(Solution stuck, Solution other, double tolerance, Choice& choice, Solver other_solver,
                   std::string_view how = {});

/// Cold, for the point where another gave up may be what it was stuck at.
using RunCold = std::function<Solution(Solver, const SolverOptions& left)>;

/// The answer, or that of the first of `others` which has one.
Solution hand_over_in_turn(Solution solution, std::span<const Solver> others, Choice& choice,
                           const SolverOptions& options, const RunCold& run);

/// The same by run_solver(); where none has one, that of the augmented Lagrangian without the limit of its patience.
Solution hand_over(Solution solution, std::span<const Solver> others, Choice& choice, const Problem& problem,
                   const SolverOptions& options, const SharedRows& shared);

}  // namespace hingeline::internal
