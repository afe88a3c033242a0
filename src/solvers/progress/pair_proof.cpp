// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/progress/pair_proof.hpp"

namespace hingeline::internal {

bool PairProof::prove(std::span<const double> s, std::span<const double> w, double tolerance) {
  set_pair(s, w);
  if (extra_ != nullptr) extra_->hold_at_zero(s.subspan(problem_.y.size()), proven_.coef);
  return certify(tolerance);
}

bool PairProof::prove_given(std::span<const double> s, std::span<const double> w, double tolerance) {
  set_pair(s, w);
  return certify(tolerance);
}

void PairProof::set_pair(std::span<const double> s, std::span<const double> w) {
  const std::size_t n = problem_.y.size();
  proven_.dual_coef.assign(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(n));
  proven_.coef.assign(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(variables_.features()));
  proven_.intercept = variables_.intercept(w);
  if (extra_ != nullptr) proven_.multipliers = extra_->multipliers(s.subspan(n));
}

bool PairProof::certify(double tolerance) {
  z_.resize(problem_.y.size());
  CertifiedPoint point{proven_.dual_coef, proven_.coef, z_, proven_.intercept, proven_.multipliers};
  proven_.certificate = certify_pair(problem_, baseline_, point, pool_);
  proven_.intercept = point.intercept;
  return accepts(proven_.certificate, tolerance);
}

}  // namespace hingeline::internal
