// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/prove_by_own_dual.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/streamed_certificate.hpp"

namespace hingeline::internal {
namespace {

/// Proves w by the bound that a dual point had proven, whose numbers are gone: D does not depend on w.
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

Certificate prove_twofold(Solution& answer, const Problem& problem, const Baseline& constant) {
  std::vector<double> products(problem.y.size());
  CertifiedPoint point{answer.dual_coef, answer.coef, products, answer.intercept, answer.multipliers};
  ThreadPool alone(1);
  return certify_exactly(problem, constant, point, alone);
}

Certificate prove_in_double(Solution& answer, const Problem& problem, const Baseline& constant) {
  const std::vector<double> given = answer.dual_coef;
  const DualBlock block = [&given](std::int64_t first, std::span<const double> predictions, BlockNumbers& s) {
    std::copy_n(given.begin() + first, predictions.size(), s.begin());
  };
  ThreadPool alone(1);
  const StreamedPair pair{answer.coef, answer.intercept, answer.dual_coef, nullptr, answer.multipliers};
  return certify_pair(problem, constant, pair, block, alone);
}

}  // namespace

void prove_by_own_dual(Solution& answer, const Problem& problem, const Baseline& constant, Predictions predictions) {
  const bool keeps_dual = !answer.dual_coef.empty();
  answer.dual_coef.resize(problem.y.size());
  const Certificate proof = predictions == Predictions::twofold ? prove_twofold(answer, problem, constant)
                                                                : prove_in_double(answer, problem, constant);
  answer.certificate = keeps_dual ? proof : by_former_dual(proof, answer.certificate, problem, constant);
  if (!keeps_dual) answer.dual_coef.clear();
}

}  // namespace hingeline::internal
