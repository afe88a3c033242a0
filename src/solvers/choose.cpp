// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/choose.hpp"

#include "penalties/regularizer.hpp"

namespace hingeline::internal {

Choice choose_solver(const Problem& problem, const SolverOptions& options) {
  if (options.solver != Solver::automatic) return {options.solver, "asked for"};
  if (!is_plain_ridge(problem))
    return {Solver::alm_newton,
            "penalties other than a ridge, bounds and constraints are rows to the augmented Lagrangian"};
  return {Solver::dual_cd, "dual coordinate descent solves every loss with a ridge penalty"};
}

}  // namespace hingeline::internal
