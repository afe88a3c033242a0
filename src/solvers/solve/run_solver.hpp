// SPDX-License-Identifier: BSD-3-Clause
//
// From a solver's name to the solver, compiled for the matrix's layout and value type.
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// All arguments must be valid, and the solver suit the problem (validate_choice.hpp).
Solution run_solver(Solver solver, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                    const SharedRows& shared);

}  // namespace hingeline::internal
