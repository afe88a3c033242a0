// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/move_off_kinks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "data/rows.hpp"
#include "files/read_rows_by_parts.hpp"
#include "problem/certificate.hpp"
#include "problem/prediction_rounding.hpp"
#include "problem/row_cost.hpp"
#include "solvers/rescue/prove_by_own_dual.hpp"
#include "solvers/steps/margin_kinks.hpp"

namespace hingeline::internal {
namespace {

bool is_cone(std::span<const double> limits) {
  return std::ranges::all_of(limits, [](double limit) { return limit == 0 || std::isinf(limit); });
}

/// Whether the loss is the hinge, and scaled coefficients stay within bounds and constraints.
bool may_be_stretched(const Problem& problem) {
  return problem.loss.name == LossName::hinge && is_cone(problem.bounds.lower) && is_cone(problem.bounds.upper) &&
         is_cone(problem.constraints.lower) && is_cone(problem.constraints.upper);
}

MarginKinks find_kinks(const Problem& problem, const Solution& answer, double tolerance) {
  return visit_rows(problem.x, [&](const auto& x) {
    MarginKinks kinks(answer.certificate.primal, tolerance);
    const auto take_row = [&](std::int64_t i) {
      const double cost = row_cost(problem, i);
      const double y = problem.y[static_cast<std::size_t>(i)];
      const double margin = y * (x.dot(i, answer.coef.data()) + answer.intercept);
      if (cost == 0 || !kinks.is_near(margin)) return;
      const double delta = rounding_of_prediction(y, answer.intercept, x.magnitude(i, answer.coef.data()));
      kinks.add_loss(cost * kinks.take(margin, delta));
    };
    read_rows_by_parts(x.rows(), problem.release_rows, [&](std::int64_t first, std::int64_t end) {
      for (std::int64_t i = first; i < end; ++i) take_row(i);
    });
    return kinks;
  });
}

Solution stretched(Solution answer, double t, const Problem& problem) {
  for (double& w : answer.coef) w *= 1 + t;
  answer.intercept *= 1 + t;
  prove_by_own_dual(answer, problem, baseline(problem));
  return answer;
}

/// The scaled answer, where scaling is needed and the result is accepted at the tolerance.
std::optional<Solution> clear_of_kinks(const Solution& answer, const Problem& problem, double tolerance) {
  const double primal = answer.certificate.primal;
  if (!MarginKinks::may_matter(most_costs(problem), primal, tolerance)) return std::nullopt;
  const MarginKinks kinks = find_kinks(problem, answer, tolerance);
  if (!kinks.needs_scaling()) return std::nullopt;
  Solution clear = stretched(answer, kinks.t(), problem);
  return accepts(clear.certificate, tolerance) ? std::optional(std::move(clear)) : std::nullopt;
}

}  // namespace

Solution move_off_kinks(Solution answer, const Problem& problem, double tolerance) {
  if (answer.status == Status::infeasible || !std::isfinite(answer.certificate.primal) || !may_be_stretched(problem))
    return answer;
  if (tolerance == 0) {
    constexpr double finest = 1e-9;
    constexpr double coarsest = 2e-3;
    for (double digits = finest; digits < coarsest; digits *= 10)
      if (std::optional<Solution> clear = clear_of_kinks(answer, problem, digits)) return *std::move(clear);
    return answer;
  }
  std::optional<Solution> clear = clear_of_kinks(answer, problem, tolerance);
  if (!clear) return answer;
  clear->status = Status::converged;
  clear->reason.clear();
  return *std::move(clear);
}

}  // namespace hingeline::internal
