// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/solve/choice.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter where the solver does not take the penalty, constraints, loss, or rows that stay in their
/// file. `asked` is the solver that the caller named, or automatic.
void validate_choice(Solver solver, Solver asked, const Problem& problem);

/// Throws InvalidParameter where there are more rows than the solvers can number.
void validate_row_count(const Choice& choice, const Problem& problem);

/// The choice of a solver for a problem and a start, which may be empty, validated as above.
Choice valid_choice(const Problem& problem, const SolverOptions& options, const WarmStart& start);

}  // namespace hingeline::internal
