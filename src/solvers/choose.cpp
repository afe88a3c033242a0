// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/choose.hpp"

namespace hingeline::internal {

Choice choose_solver(const Problem&, const SolverOptions& options) {
  if (options.solver != Solver::automatic) return {options.solver, "asked for"};
  return {Solver::dual_cd, "dual coordinate descent solves every loss with a ridge penalty"};
}

}  // namespace hingeline::internal
