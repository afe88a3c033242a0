// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/retry_in_narrower_tube.hpp"

#include <algorithm>
#include <utility>

#include "problem/certificate.hpp"
#include "solvers/common/opening.hpp"
#include "solvers/solve/prove_by_own_dual.hpp"
#include "solvers/solve/rows_at_kinks.hpp"
#include "solvers/solve/solve_chosen.hpp"

namespace hingeline::internal {
namespace {

/// The most of predictions at an edge.
double rounding_at_edges(const Problem& problem, const Solution& answer) {
  double most = 0;
  for_each_row_at_kink(problem, answer,
                       [&](const auto&, const PredictedRow&, double delta) { most = std::max(most, delta); });
  return most;
}

}  // namespace

Solution retry_in_narrower_tube(Solution answer, const Choice& choice, const Problem& problem,
                                const SolverOptions& options, const SharedRows& shared) {
  Problem narrow = problem;
  narrow.loss.epsilon -= 2 * rounding_at_edges(problem, answer);
  if (problem.loss.name != LossName::epsilon_insensitive || !(narrow.loss.epsilon > 0)) return answer;
  SolverOptions left = after_opening(answer, options.max_passes - 1, options);
  left.tolerance = 0.5 * options.tolerance;
  const WarmStart start{answer.dual_coef, answer.coef, answer.intercept};
  Choice taken = choice;
  Solution within = solve_chosen(taken, narrow, left, start, shared);
  add_opening(answer, within);
  if (within.status != Status::converged) return answer;
  prove_by_own_dual(within, problem, baseline(problem), Predictions::twofold);
  return accepts(within.certificate, options.tolerance) ? std::move(within) : std::move(answer);
}

}  // namespace hingeline::internal
