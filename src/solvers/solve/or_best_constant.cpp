// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/or_best_constant.hpp"

#include <algorithm>
#include <cmath>

#include "problem/certificate.hpp"
#include "solvers/solve/prove_by_own_dual.hpp"

namespace hingeline::internal {
namespace {

bool is_not_finite(double number) { return !std::isfinite(number); }

}  // namespace

Solution or_best_constant(Solution answer, const Problem& problem, double tolerance) {
  if (answer.status == Status::converged || answer.status == Status::infeasible) return answer;
  const Baseline constant = baseline(problem);
  if (!std::isfinite(constant.primal)) return answer;
  const bool is_number = std::isfinite(answer.intercept) && std::ranges::none_of(answer.coef, is_not_finite);
  if (is_number && answer.certificate.primal <= constant.primal) return answer;
  std::ranges::fill(answer.coef, 0.0);
  answer.intercept = constant.intercept;
  std::ranges::replace_if(answer.dual_coef, is_not_finite, 0.0);
  std::ranges::replace_if(answer.multipliers, is_not_finite, 0.0);
  prove_by_own_dual(answer, problem, constant);
  if (accepts(answer.certificate, tolerance)) {
    answer.status = Status::converged;
    answer.reason.clear();
  }
  return answer;
}

}  // namespace hingeline::internal
