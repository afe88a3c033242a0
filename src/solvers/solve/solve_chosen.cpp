// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/solve_chosen.hpp"

#include <algorithm>
#include <utility>

#include "solvers/rescue/fall_back_to_known_point.hpp"
#include "solvers/rescue/move_off_kinks.hpp"
#include "solvers/rescue/prove_exactly.hpp"
#include "solvers/solve/fall_back_to_passes.hpp"
#include "solvers/solve/retry_in_narrower_tube.hpp"
#include "solvers/solve/run_opened.hpp"
#include "solvers/solve/run_solver.hpp"
#include "solvers/solve/succession.hpp"

namespace hingeline::internal {

Solution solve_chosen(Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                      const SharedRows& shared) {
  const SolverOptions patient = with_patience(choice, problem, options);
  const bool may_be_slow = may_be_slow_newton(choice, problem, options);
  SolverOptions given = patient;
  if (may_be_slow) given.max_passes = std::min(given.max_passes, passes_of_slow_newton + choice.opening_passes);
  Solution solution = is_opened(choice, start) ? run_opened(choice, problem, given, start, shared)
                                               : run_solver(choice.solver, problem, given, start, shared);
  if (may_be_slow && solution.status == Status::max_passes && gave_up(solution, patient))
    solution = fall_back_to_passes(std::move(solution), choice, problem, patient, shared);
  return hand_over(std::move(solution), choice, problem, options, shared);
}

Solution answer_of(Choice choice, Solution solution, const Problem& problem, const SolverOptions& options,
                   const WarmStart& start, const SharedRows& shared) {
  const double tolerance = options.tolerance;
  Solution best = fall_back_to_known_point(std::move(solution), problem, start, tolerance);
  Solution answer = move_off_kinks(std::move(best), problem, tolerance);
  const bool is_proven_in_double = answer.status == Status::converged;
  answer = prove_exactly(std::move(answer), problem, tolerance);
  if (is_proven_in_double && answer.status != Status::converged)
    answer = retry_in_narrower_tube(std::move(answer), choice, problem, options, shared);
  answer.solver = to_string(choice.solver);
  answer.reason = answer.reason.empty() ? choice.reason : choice.reason + "; " + answer.reason;
  return answer;
}

}  // namespace hingeline::internal
