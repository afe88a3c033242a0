// SPDX-License-Identifier: BSD-3-Clause
//
// The validation before a solve: everything, but for values that the solver is the first to read.
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// Whether solve_valid() itself throws what validate(problem) would throw for bad values, all else being valid: a
/// solver that passes over the rows two or three times detects them in its first pass.
bool sees_bad_values(const Problem& problem, const SolverOptions& options);

/// validate(problem) by `threads` threads, but for the values that solve_valid() checks itself.
void validate_before_solve(const Problem& problem, const SolverOptions& options, int threads);

}  // namespace hingeline::internal
