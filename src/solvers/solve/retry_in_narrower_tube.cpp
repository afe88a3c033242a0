// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/retry_in_narrower_tube.hpp"

#include <algorithm>
#include <utility>

#include "problem/certificate.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/rescue/prove_by_own_dual.hpp"
#include "solvers/rescue/rounded_rows.hpp"
#include "solvers/solve/solve_chosen.hpp"

namespace hingeline::internal {
namespace {

/// The largest rounding error of predictions at an edge.
double rounding_at_edges(const Problem& problem, const Solution& answer) {
  double most = 0;
  for_each_rounded_row(problem, answer, 1, [&](const auto& loss, const PredictedRow& row, double delta) {
    if (is_near_kink(loss, row.y, row.z, delta)) most = std::max(most, delta);
  });
  return most;
}

/// The answer after a failed attempt: its cost is added, and its status where it ran out of time.
Attempt after_attempt(Attempt answer, const Solution& attempt) {
  add_cost(attempt, answer.solution);
  if (attempt.status == Status::interrupted || attempt.status == Status::max_seconds) {
    answer.solution.status = attempt.status;
    answer.solution.reason = attempt.reason;
  }
  return answer;
}

}  // namespace

Attempt retry_in_narrower_tube(Attempt answer, const Problem& problem, const SolverOptions& options,
                               const SharedRows& shared) {
  if (problem.loss.name != LossName::epsilon_insensitive) return answer;
  const Solution& known = answer.solution;
  Problem narrow = problem;
  narrow.loss.epsilon -= 2 * rounding_at_edges(problem, known);
  if (!(narrow.loss.epsilon > 0)) return answer;
  SolverOptions left = options_left(known, options.max_passes - 1, options);
  left.tolerance = 0.5 * options.tolerance;
  const WarmStart start{known.dual_coef, known.coef, known.intercept};
  Attempt attempt = solve_chosen(answer.by, narrow, left, start, shared);
  Solution& within = attempt.solution;
  if (within.status != Status::converged) return after_attempt(std::move(answer), within);
  prove_by_own_dual(within, problem, baseline(problem), Predictions::twofold);
  if (!accepts(within.certificate, options.tolerance)) return after_attempt(std::move(answer), within);
  add_cost(known, within);
  return attempt;
}

}  // namespace hingeline::internal
