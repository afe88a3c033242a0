// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/or_best_constant.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "problem/certificate.hpp"

namespace hingeline::internal {
namespace {

bool is_not_finite(double number) { return !std::isfinite(number); }

/// The proof of w by what a dual point had been proven to give, whose numbers are gone: D says nothing of w.
Certificate by_former_dual(Certificate proof, const Certificate& former, const Problem& problem,
                           const Baseline& constant) {
  if (!(former.dual > proof.dual)) return proof;
  proof.gap = std::max(0.0, proof.primal - former.dual);
  proof.rounding_floor = std::max(proof.rounding_floor, former.rounding_floor);
  proof.dual_rounding = former.dual_rounding;
  complete(proof, problem.penalty.l2, constant.primal);
  return proof;
}

}  // namespace

Solution or_best_constant(Solution answer, const Problem& problem, double tolerance) {
  if (answer.status == Status::converged || answer.status == Status::infeasible || problem.release_rows) return answer;
  const Baseline constant = baseline(problem);
  if (!std::isfinite(constant.primal) || answer.certificate.primal <= constant.primal) return answer;
  const bool keeps_dual = !answer.dual_coef.empty();
  answer.dual_coef.resize(problem.y.size());
  std::ranges::fill(answer.coef, 0.0);
  std::ranges::replace_if(answer.dual_coef, is_not_finite, 0.0);
  std::ranges::replace_if(answer.multipliers, is_not_finite, 0.0);
  std::vector<double> predictions(answer.dual_coef.size());
  CertifiedPoint point{answer.dual_coef, answer.coef, predictions, constant.intercept, answer.multipliers};
  const Certificate proof = certify_pair(problem, constant, point);
  answer.certificate = keeps_dual ? proof : by_former_dual(proof, answer.certificate, problem, constant);
  answer.intercept = point.intercept;
  if (!keeps_dual) answer.dual_coef.clear();
  if (accepts(answer.certificate, tolerance)) {
    answer.status = Status::converged;
    answer.reason.clear();
  }
  return answer;
}

}  // namespace hingeline::internal
