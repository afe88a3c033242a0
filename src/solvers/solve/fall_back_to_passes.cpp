// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/fall_back_to_passes.hpp"

#include <utility>

#include "data/rows.hpp"
#include "solvers/common/column_limits.hpp"
#include "solvers/common/opening.hpp"
#include "solvers/solve/run_solver.hpp"

namespace hingeline::internal {

bool may_be_slow_newton(const Choice& choice, const Problem& problem, const SolverOptions& options) {
  return options.solver == Solver::automatic && options.tolerance > 0 && choice.solver == Solver::newton &&
         cols(problem.x) > few_features;
}

Solution fall_back_to_passes(Solution slow, Choice& choice, const Problem& problem, const SolverOptions& options,
                             const SharedRows& shared) {
  constexpr std::int64_t promised_passes = 100;
  const Choice by_passes{.solver = Solver::newton,
                         .reason = "Newton steps were slow: coordinate descent, which is expected to take few passes",
                         .opening_passes = promised_passes,
                         .may_cut_opening = true};
  const SolverOptions left = after_opening(slow, slow.passes, options);
  const Opening opening(by_passes, problem, left);
  Solution passes = run_solver(Solver::dual_cd, problem, opening.options(), {}, shared);
  if (opening.is_all(passes)) {
    if (improves_on(slow, passes, options.tolerance)) choice = {Solver::dual_cd, by_passes.reason};
    return better_of(std::move(slow), std::move(passes), options.tolerance);
  }
  const WarmStart reached = {{}, slow.coef, slow.intercept};
  const SolverOptions rest = after_opening(passes, opening.options().max_passes, left);
  Solution further = run_solver(Solver::newton, problem, rest, reached, shared);
  add_opening(passes, further);
  return better_of(std::move(slow), std::move(further), options.tolerance);
}

}  // namespace hingeline::internal
