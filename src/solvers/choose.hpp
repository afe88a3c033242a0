// SPDX-License-Identifier: BSD-3-Clause
//
// The rule that picks a solver, in one place; its reason is part of the answer.
#pragma once

#include <string>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

struct Choice {
  Solver solver;
  std::string reason;
};

Choice choose_solver(const Problem& problem, const SolverOptions& options);

}  // namespace hingeline::internal
