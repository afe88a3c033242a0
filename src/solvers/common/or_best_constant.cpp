// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/or_best_constant.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {
namespace {

bool is_not_finite(double number) { return !std::isfinite(number); }

/// The proof of w by what a dual point had been proven to give, whose numbers are gone: D says nothing of w.
Certificate by_former_dual(Certificate proof, const Certificate& former, const Problem& problem,
                           const Baseline& constant) {
  const bool is_rounding = former.dual_rounding > proof.primal;
  if (is_rounding || !(former.dual > proof.dual)) return proof;
  proof.gap = std::max(0.0, proof.primal - former.dual);
  proof.rounding_floor = std::max(proof.rounding_floor, former.rounding_floor);
  proof.dual_rounding = former.dual_rounding;
  complete(proof, problem.penalty.l2, constant.primal);
  return proof;
}

/// Of w = 0 and the best b, by the answer's dual point; in blocks where rows stay in their file.
Certificate certify_constant(const Problem& problem, const Baseline& constant, Solution& answer) {
  if (problem.release_rows) {
    answer.intercept = constant.intercept;
    const std::vector<double> given = answer.dual_coef;
    const DualBlock block = [&given](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
      std::copy_n(given.begin() + first, predictions.size(), s.begin());
    };
    ThreadPool alone(1);
    const StreamedPair pair{answer.coef, constant.intercept, answer.dual_coef, nullptr, answer.multipliers};
    return certify_pair(problem, constant, pair, block, alone);
  }
  std::vector<double> predictions(answer.dual_coef.size());
  CertifiedPoint point{answer.dual_coef, answer.coef, predictions, constant.intercept, answer.multipliers};
  const Certificate proof = certify_pair(problem, constant, point);
  answer.intercept = point.intercept;
  return proof;
}

}  // namespace

Solution or_best_constant(Solution answer, const Problem& problem, double tolerance) {
  if (answer.status == Status::converged || answer.status == Status::infeasible) return answer;
  const Baseline constant = baseline(problem);
  if (!std::isfinite(constant.primal)) return answer;
  const bool is_number = std::isfinite(answer.intercept) && std::ranges::none_of(answer.coef, is_not_finite);
  if (is_number && answer.certificate.primal <= constant.primal) return answer;
  const bool keeps_dual = !answer.dual_coef.empty();
  answer.dual_coef.resize(problem.y.size());
  std::ranges::fill(answer.coef, 0.0);
  std::ranges::replace_if(answer.dual_coef, is_not_finite, 0.0);
  std::ranges::replace_if(answer.multipliers, is_not_finite, 0.0);
  const Certificate proof = certify_constant(problem, constant, answer);
  answer.certificate = keeps_dual ? proof : by_former_dual(proof, answer.certificate, problem, constant);
  if (!keeps_dual) answer.dual_coef.clear();
  if (accepts(answer.certificate, tolerance)) {
    answer.status = Status::converged;
    answer.reason.clear();
  }
  return answer;
}

}  // namespace hingeline::internal
