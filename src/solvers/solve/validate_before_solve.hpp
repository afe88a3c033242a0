// SPDX-License-Identifier: BSD-3-Clause
//
// What of a problem is looked at before it is solved: all, but for values that the solver is the first to read.
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// Whether solve_valid() itself throws what validate(problem) would say of values, all else being valid: a solver that
/// passes over rows two or three times sees them for the first time in its first pass.
bool sees_bad_values(const Problem& problem, const SolverOptions& options);

/// validate(problem) by `threads` threads, but for what solve_valid() itself throws.
void validate_before_solve(const Problem& problem, const SolverOptions& options, int threads);

}  // namespace hingeline::internal
