// SPDX-License-Identifier: BSD-3-Clause
//
// The multi-class machine of Crammer and Singer, by the solver asked for or chosen for the problem.
#pragma once

#include "hingeline/options.hpp"
#include "problem/class_problem.hpp"
#include "problem/class_solution.hpp"

namespace hingeline::internal {

/// problem.rows and the options must be valid, the intercept not free. There must be at least two classes.
ClassSolution crammer_singer(const ClassProblem& problem, const SolverOptions& options, const ClassStart& start);

}  // namespace hingeline::internal
