// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/fall_back_to_known_point.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "problem/certificate.hpp"
#include "solvers/rescue/prove_by_own_dual.hpp"

namespace hingeline::internal {
namespace {

bool is_not_finite(double number) { return !std::isfinite(number); }

bool is_number(const Solution& answer) {
  return std::isfinite(answer.intercept) && std::ranges::none_of(answer.coef, is_not_finite);
}

/// The start's w and b with the dual point of the answer, where P is then lower and no constraint violated more; else
/// the answer.
Solution or_start(Solution answer, const Problem& problem, const Baseline& constant, const WarmStart& start) {
  if (start.coef.empty()) return answer;
  Solution begun = answer;
  begun.coef.assign(start.coef.begin(), start.coef.end());
  begun.intercept = problem.intercept == Intercept::none ? 0 : start.intercept;
  prove_by_own_dual(begun, problem, constant);
  const bool is_better = begun.certificate.primal < answer.certificate.primal &&
                         begun.certificate.max_violation <= answer.certificate.max_violation;
  return is_better ? std::move(begun) : std::move(answer);
}

}  // namespace

Solution fall_back_to_known_point(Solution answer, const Problem& problem, const WarmStart& start, double tolerance) {
  if (answer.status == Status::converged || answer.status == Status::infeasible) return answer;
  const Baseline constant = baseline(problem);
  std::ranges::replace_if(answer.dual_coef, is_not_finite, 0.0);
  std::ranges::replace_if(answer.multipliers, is_not_finite, 0.0);
  const bool is_worse = !is_number(answer) || !(answer.certificate.primal <= constant.primal);
  if (is_worse && std::isfinite(constant.primal)) {
    std::ranges::fill(answer.coef, 0.0);
    answer.intercept = constant.intercept;
    prove_by_own_dual(answer, problem, constant);
  }
  answer = or_start(std::move(answer), problem, constant, start);
  if (accepts(answer.certificate, tolerance)) {
    answer.status = Status::converged;
    answer.reason.clear();
  }
  return answer;
}

}  // namespace hingeline::internal
