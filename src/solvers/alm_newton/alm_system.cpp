// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/alm_newton/alm_system.hpp"

namespace hingeline::internal {

bool PairProof::prove(std::span<const double> s, std::span<const double> w, double tolerance) {
  const std::size_t n = problem_.y.size();
  const std::size_t features = w.size() - (appended_ != 0 ? 1 : 0);
  proven_.dual_coef.assign(s.begin(), s.begin() + static_cast<std::ptrdiff_t>(n));
  proven_.coef.assign(w.begin(), w.begin() + static_cast<std::ptrdiff_t>(features));
  if (extra_ != nullptr) {
    proven_.multipliers = extra_->multipliers(s.subspan(n));
    extra_->hold_at_zero(s.subspan(n), proven_.coef);
  }
  z_.resize(n);
  CertifiedPoint point{proven_.dual_coef, proven_.coef, z_, appended_ != 0 ? appended_ * w.back() : 0,
                       proven_.multipliers};
  proven_.certificate = certify_pair(problem_, baseline_, point);
  proven_.intercept = point.intercept;
  return accepts(proven_.certificate, tolerance);
}

}  // namespace hingeline::internal
