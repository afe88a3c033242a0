// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/choose.hpp"

namespace hingeline::internal {
namespace {

/// Few features and a loss without corners: a step costs about three passes whatever the scale of columns and C, and a
/// dozen prove 1e-6. (A smoothed hinge of small width is as good as a corner.)
bool suits_newton(const Problem& problem) {
  constexpr std::int32_t few_features = 500;
  return cols(problem.x) <= few_features && is_differentiable(problem.loss) &&
         problem.loss.name != LossName::smoothed_hinge && problem.loss.name != LossName::plq;
}

}  // namespace

Choice choose_solver(const Problem& problem, const SolverOptions& options) {
  if (options.solver != Solver::automatic) return {options.solver, "asked for"};
  if (suits_newton(problem)) return {Solver::newton, "few features and a loss without corners: a dozen Newton steps"};
  return {Solver::dual_cd, "dual coordinate descent solves every loss with a ridge penalty"};
}

}  // namespace hingeline::internal
