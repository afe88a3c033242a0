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

Attempt solve_chosen(const Choice& choice, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                     const SharedRows& shared) {
  const SolverOptions patient = with_patience(choice, problem, options);
  const bool may_be_slow = may_be_slow_newton(choice, problem, options);
  SolverOptions given = patient;
  if (may_be_slow) given.max_passes = std::min(given.max_passes, passes_of_slow_newton + choice.opening_passes);
  Attempt made = is_opened(choice, start) ? run_opened(choice, problem, given, start, shared)
                                          : Attempt{run_solver(choice.solver, problem, given, start, shared), choice};
  if (may_be_slow && made.solution.status == Status::max_passes && gave_up(made.solution, patient))
    made = fall_back_to_passes(std::move(made), problem, patient, shared);
  return hand_over(std::move(made), problem, options, shared);
}

Solution answer_of(Attempt attempt, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                   const SharedRows& shared) {
  const double tolerance = options.tolerance;
  Solution& answer = attempt.solution;
  answer = fall_back_to_known_point(std::move(answer), problem, start, tolerance);
  answer = move_off_kinks(std::move(answer), problem, tolerance);
  const bool is_proven_in_double = answer.status == Status::converged;
  answer = prove_exactly(std::move(answer), problem, tolerance);
  if (is_proven_in_double && answer.status != Status::converged)
    attempt = retry_in_narrower_tube(std::move(attempt), problem, options, shared);
  answer.solver = to_string(attempt.by.solver);
  answer.reason = attempt.by.reason + (answer.reason.empty() ? "" : "; " + answer.reason);
  return std::move(answer);
}

}  // namespace hingeline::internal
