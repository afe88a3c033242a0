// SPDX-License-Identifier: BSD-3-Clause
//
// The multi-class machine of Crammer and Singer, by the solver asked for or the one that suits the problem.
#pragma once

#include "hingeline/options.hpp"
#include "problem/class_problem.hpp"
#include "solvers/solve/class_solution.hpp"

namespace hingeline::internal {

/// problem.rows and the options must be valid, the intercept not free. Two classes and more.
ClassSolution crammer_singer(const ClassProblem& problem, const SolverOptions& options, const ClassStart& start);

}  // namespace hingeline::internal
