// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/choose.hpp"

#include <fmt/format.h>

#include "losses/ramps.hpp"
#include "penalties/regularizer.hpp"

namespace hingeline::internal {
namespace {

/// Dense rows, many for their columns, of a loss in pieces. Below some ten thousand rows there is nothing to gain from
/// samples; with hundreds of columns a Newton step costs as much as a pass unless there are far more rows.
bool reduced_newton_wins(const Problem& problem) {
  const bool dense =
      std::holds_alternative<DenseView<float>>(problem.x) || std::holds_alternative<DenseView<double>>(problem.x);
  if (!dense || !ramp_form(problem.loss)) return false;
  const std::int64_t n = rows(problem.x);
  const std::int64_t d = cols(problem.x);
  constexpr std::int64_t fewest = 20000;
  return n >= fewest && (d <= 128 ? n >= 20 * d : d <= 300 && n >= 500 * d);
}

}  // namespace

Choice choose_solver(const Problem& problem, const SolverOptions& options) {
  if (options.solver != Solver::automatic) return {options.solver, "asked for"};
  if (!is_plain_ridge(problem))
    return {Solver::alm_newton,
            "penalties other than a ridge, bounds and constraints are rows to the augmented Lagrangian"};
  if (reduced_newton_wins(problem))
    return {Solver::reduced_newton, fmt::format("{} dense rows of {} columns and a loss in pieces: a few passes do",
                                                rows(problem.x), cols(problem.x))};
  return {Solver::dual_cd, "dual coordinate descent solves every loss with a ridge penalty"};
}

}  // namespace hingeline::internal
