// SPDX-License-Identifier: BSD-3-Clause
//
// Passes of coordinate descent before the solver that was chosen: often they are all it takes.
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/common/choice.hpp"
#include "solvers/common/opening.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// Newton's method gains little from a start that is not yet the answer, and what it is given is better than what an
/// opening would make of it. The augmented Lagrangian needs the whole of one.
bool is_opened(const Choice& choice, const WarmStart& start);

/// Unless the opening's passes were all, choice.solver, or what it gives way to, from the dual point they left. The
/// choice becomes what gave the answer.
Solution go_on_after(const Opening& opening, Solution passes, Choice& choice, const Problem& problem,
                     const SolverOptions& options, const SharedRows& shared);

/// The passes, from `given`, and what comes after them.
Solution run_opened(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& given,
                    const SharedRows& shared);

}  // namespace hingeline::internal
