// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/prove_exactly.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "problem/certificate.hpp"
#include "problem/rounding.hpp"
#include "problem/row_cost.hpp"
#include "solvers/solve/prove_by_own_dual.hpp"
#include "solvers/solve/rows_at_kinks.hpp"

namespace hingeline::internal {
namespace {

constexpr double share = 0.1;  // of the tolerance, that rounding may have

/// The mean |y| + |b| of some rows.
double size_of_predictions(const Problem& problem, double b) {
  constexpr std::size_t most = 1024;
  const std::size_t n = problem.y.size();
  const std::size_t step = n / std::min(n, most);
  double total = 0;
  double count = 0;
  for (std::size_t i = 0; i < n; i += step, ++count) total += std::abs(problem.y[i]);
  return total / count + std::abs(b);
}

/// Whether it may, were all rows at kinks and their terms no more than a million times their predictions: else none
/// need be looked at.
bool may_matter(const Problem& problem, const Solution& answer, double tolerance) {
  constexpr double most_terms = 1e6;
  const double delta = most_terms * term_rounding * size_of_predictions(problem, answer.intercept);
  return most_costs(problem) * delta > share * tolerance * std::abs(answer.certificate.primal);
}

/// What rounding of predictions next to kinks may change the gap by.
double rounding_at_kinks(const Problem& problem, const Solution& answer) {
  double total = 0;
  for_each_row_at_kink(problem, answer, [&](const auto& loss, const PredictedRow& row, double delta) {
    total += largest_change(loss, row, delta);
  });
  return total;
}

/// An optimum of 0 but for rounding, which the certificate says it is.
bool vanishes(const Certificate& proof) { return proof.is_rounding() && proof.dual <= proof.dual_rounding; }

}  // namespace

Solution prove_exactly(Solution answer, const Problem& problem, double tolerance) {
  if (answer.status != Status::converged || problem.y.empty() || vanishes(answer.certificate)) return answer;
  if (!may_matter(problem, answer, tolerance)) return answer;
  if (!(rounding_at_kinks(problem, answer) > share * tolerance * answer.certificate.primal)) return answer;
  prove_by_own_dual(answer, problem, baseline(problem), Predictions::twofold);
  if (accepts(answer.certificate, tolerance)) return answer;
  answer.status = Status::numerical;
  answer.reason = "rounding of predictions is more than the tolerance: columns should be centred or scaled";
  return answer;
}

}  // namespace hingeline::internal
