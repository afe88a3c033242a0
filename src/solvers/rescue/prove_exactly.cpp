// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/prove_exactly.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"
#include "solvers/rescue/prove_by_own_dual.hpp"
#include "solvers/rescue/rounded_rows.hpp"

namespace hingeline::internal {
namespace {

constexpr double share = 0.1;  // the part of the tolerance that rounding may take

/// Whether rounding may take more, if all rows were at kinks and their predictions known only to many times the error
/// of some rows': otherwise rows need not be looked at.
bool may_matter(const Problem& problem, const Solution& answer, double tolerance) {
  constexpr std::int64_t some = 256;
  constexpr double many = 16;
  double largest = 0;
  for_each_rounded_row(problem, answer, std::max<std::int64_t>(1, rows(problem.x) / some),
                       [&](const auto&, const PredictedRow&, double delta) { largest = std::max(largest, delta); });
  return many * most_costs(problem) * largest > share * tolerance * std::abs(answer.certificate.primal);
}

/// The change that rounding of predictions may make: to the gap at kinks, to P and D elsewhere.
double rounding_of_rows(const Problem& problem, const Solution& answer) {
  double total = 0;
  for_each_rounded_row(problem, answer, 1, [&](const auto& loss, const PredictedRow& row, double delta) {
    const bool at_kink = is_near_kink(loss, row.y, row.z, delta);
    total += at_kink ? largest_change(loss, row, delta) : std::abs(row.s) * delta;
  });
  return total;
}

/// Whether the optimum is 0 but for rounding, as the certificate says.
bool vanishes(const Certificate& proof) { return proof.is_rounding() && proof.dual <= proof.dual_rounding; }

}  // namespace

Solution prove_exactly(Solution answer, const Problem& problem, double tolerance) {
  if (answer.status != Status::converged || problem.y.empty() || vanishes(answer.certificate)) return answer;
  if (!may_matter(problem, answer, tolerance)) return answer;
  if (!(rounding_of_rows(problem, answer) > share * tolerance * answer.certificate.primal)) return answer;
  prove_by_own_dual(answer, problem, baseline(problem), Predictions::twofold);
  if (accepts(answer.certificate, tolerance)) return answer;
  answer.status = Status::numerical;
  answer.reason = "rounding errors of predictions exceed the tolerance: columns should be centred or scaled";
  return answer;
}

}  // namespace hingeline::internal
