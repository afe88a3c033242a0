// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/prove_exactly.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "problem/certificate.hpp"
#include "problem/rounding.hpp"
#include "problem/row_cost.hpp"
#include "solvers/solve/prove_by_own_dual.hpp"
#include "solvers/solve/rounded_rows.hpp"

namespace hingeline::internal {
namespace {

constexpr double share = 0.1;  // of the tolerance, that rounding may have

/// Whether it may, were all rows at kinks and their predictions known to no more than many times what some rows' are:
/// else none need be looked at.
bool may_matter(const Problem& problem, const Solution& answer, double tolerance) {
  constexpr std::int64_t some = 256;
  constexpr double many = 16;
  double largest = 0;
  for_each_rounded_row(problem, answer, std::max<std::int64_t>(1, rows(problem.x) / some),
                       [&](const auto&, const PredictedRow&, double delta) { largest = std::max(largest, delta); });
  return many * most_costs(problem) * largest > share * tolerance * std::abs(answer.certificate.primal);
}

/// What rounding of predictions may change the gap by at kinks, and P and D elsewhere.
double rounding_of_rows(const Problem& problem, const Solution& answer) {
  double total = 0;
  for_each_rounded_row(problem, answer, 1, [&](const auto& loss, const PredictedRow& row, double delta) {
    const bool at_kink = is_near_kink(loss, row.y, row.z, delta);
    total += at_kink ? largest_change(loss, row, delta) : std::abs(row.s) * delta;
  });
  return total;
}

/// An optimum of 0 but for rounding, which the certificate says it is.
bool vanishes(const Certificate& proof) { return proof.is_rounding() && proof.dual <= proof.dual_rounding; }

}  // namespace

Solution prove_exactly(Solution answer, const Problem& problem, double tolerance) {
  if (answer.status != Status::converged || problem.y.empty() || vanishes(answer.certificate)) return answer;
  if (!may_matter(problem, answer, tolerance)) return answer;
  if (!(rounding_of_rows(problem, answer) > share * tolerance * answer.certificate.primal)) return answer;
  prove_by_own_dual(answer, problem, baseline(problem), Predictions::twofold);
  if (accepts(answer.certificate, tolerance)) return answer;
  answer.status = Status::numerical;
  answer.reason = "rounding of predictions is more than the tolerance: columns should be centred or scaled";
  return answer;
}

}  // namespace hingeline::internal
