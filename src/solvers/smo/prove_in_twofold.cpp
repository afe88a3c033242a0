// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/prove_in_twofold.hpp"

#include <algorithm>
#include <vector>

#include "kernels/twofold_products.hpp"

namespace hingeline::internal {
namespace {

/// The proof with a gap that holds whatever rounding did.
KernelProof with_all_rounding(KernelProof proof, double rounding) {
  Certificate& certificate = proof.certificate;
  certificate.gap += rounding;
  certificate.dual -= rounding;
  certificate.relative_gap = certificate.gap / proof.measure;
  return proof;
}

}  // namespace

KernelProof prove_in_twofold(const SmoTask& task, const SmoPlace& point, const KernelProof& proof, const Stop& stop) {
  constexpr double share = 0.1;  // of the tolerance, that rounding may have
  if (!has_twofold_products(task.problem.kernel)) return proof;
  const RoundedMargins margins = rounded_margins(task.program, point.a, point.products, proof, task.scale());
  if (margins.gap <= share * task.options.solver.tolerance * proof.measure) return proof;
  const std::vector<double> s = row_coefs(task.program, point.a);
  const auto known = twofold_products(task.problem.kernel, task.problem.x, margins.rows, s, task.pool(), stop);
  if (!known) return with_all_rounding(proof, margins.gap);
  std::vector<Twofold> products(point.products.size());
  for (std::size_t i = 0; i < products.size(); ++i) products[i].high = point.products[i];
  for (std::size_t k = 0; k < known->size(); ++k) products[static_cast<std::size_t>(margins.rows[k])] = (*known)[k];
  KernelProof exact = certify_twofold(task.program, point.a, products, proof, task.scale());
  exact.coef_rounding = std::max(exact.coef_rounding, margins.gap);
  return exact;
}

}  // namespace hingeline::internal
