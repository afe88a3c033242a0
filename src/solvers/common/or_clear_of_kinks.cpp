// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/or_clear_of_kinks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "data/rows.hpp"
#include "problem/certificate.hpp"
#include "problem/prediction_rounding.hpp"
#include "problem/row_cost.hpp"
#include "solvers/common/prove_by_own_dual.hpp"

namespace hingeline::internal {
namespace {

bool may_be_stretched(const Problem& problem) {
  return problem.loss.name == LossName::hinge && problem.bounds.lower.empty() && problem.bounds.upper.empty() &&
         rows(problem.constraints.rows) == 0 && !problem.release_rows;
}

/// Whether rows at the kink can matter at all, their terms no more than `most_terms` times a margin: else no row is
/// looked at.
bool may_be_at_stake(const Problem& problem, double primal, double tolerance) {
  constexpr double most_terms = 1e4;
  const double most = problem.weights.empty() ? 1 : std::ranges::max(problem.weights);
  const double costs = problem.C * most * static_cast<double>(rows(problem.x));
  return costs * term_rounding * most_terms > tolerance * std::abs(primal);
}

/// What rows at the kink may lose, and the least t that has them beyond it.
struct Kinks {
  double loss = 0;
  double t = 0;
};

Kinks find_kinks(const Problem& problem, const Solution& answer, double reach) {
  return visit_rows(problem.x, [&](const auto& x) {
    Kinks kinks;
    for (std::int64_t i = 0; i < x.rows(); ++i) {
      const double cost = row_cost(problem, i);
      const double y = problem.y[static_cast<std::size_t>(i)];
      const double margin = y * (x.dot(i, answer.coef.data()) + answer.intercept);
      if (cost == 0 || !(std::abs(margin - 1) <= reach)) continue;
      const double delta = rounding_of_prediction(y, answer.intercept, x.magnitude(i, answer.coef.data()));
      if (margin > 1 + delta) continue;
      kinks.loss += cost * (std::max(0.0, 1 - margin) + delta);
      kinks.t = std::max(kinks.t, (1 - margin + 2 * delta) / margin);
    }
    return kinks;
  });
}

Solution stretched(Solution answer, double t, const Problem& problem) {
  for (double& w : answer.coef) w *= 1 + t;
  answer.intercept *= 1 + t;
  prove_by_own_dual(answer, problem, baseline(problem));
  return answer;
}

}  // namespace

Solution or_clear_of_kinks(Solution answer, const Problem& problem, double tolerance) {
  constexpr double share = 0.125;
  const double primal = answer.certificate.primal;
  if (answer.status == Status::infeasible || !std::isfinite(primal) || !may_be_stretched(problem)) return answer;
  if (!may_be_at_stake(problem, primal, tolerance)) return answer;
  const Kinks kinks = find_kinks(problem, answer, share * tolerance);
  if (!(kinks.loss > share * tolerance * primal) || !(kinks.t <= share * tolerance)) return answer;
  Solution clear = stretched(answer, kinks.t, problem);
  if (!accepts(clear.certificate, tolerance)) return answer;
  clear.status = Status::converged;
  clear.reason.clear();
  return clear;
}

}  // namespace hingeline::internal
