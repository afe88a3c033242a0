// SPDX-License-Identifier: BSD-3-Clause
#include "problem/certificate.hpp"

#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"
#include "penalties/regularizer.hpp"
#include "problem/exact_terms.hpp"
#include "problem/regularization.hpp"
#include "problem/row_prover.hpp"
#include "problem/tilted_certificate.hpp"

namespace hingeline::internal {
namespace {

constexpr double finest = 1e-9;  // of tolerances

/// P - D; P where complete() has raised D to 0.
double known_gap(const Certificate& proof) { return proof.dual == 0 ? proof.primal : proof.gap; }

/// Moves b to where the gap is nearly least, and again from there as long as that halves the gap: b may come from far,
/// and each search is only as accurate as a share of the gap before it.
RowTerms choose_intercept(const RowProver& prover, CertifiedPoint& point, RowTerms terms, ThreadPool& pool) {
  constexpr double share_left = 0.01;
  for (;;) {
    const double b =
        prover.best_intercept(point.predictions, SearchStart::near(point.intercept), share_left * terms.gap, pool);
    const RowTerms moved = prover.terms(point.dual_coef, point.predictions, b, pool);
    if (!(moved.gap < terms.gap)) return terms;
    const bool halved = moved.gap < 0.5 * terms.gap;
    point.intercept = b;
    terms = moved;
    if (!halved) return terms;
  }
}

/// Makes s + tilt sum to 0. False where no s in the domains of the conjugates, which hold 0, does so.
bool balance(const RowProver& prover, std::span<double> s, double tilt) {
  constexpr double rounding = 1e-12;
  const double left = std::abs(prover.balance(s, tilt));
  if (left == 0 || tilt == 0) return true;
  double size = std::abs(tilt);
  for (const double s_i : s) size += std::abs(s_i);
  return left <= rounding * size;
}

/// Clips and balances s; false where it cannot be balanced.
bool make_feasible(const Problem& problem, const RowProver& prover, std::span<double> s, double tilt) {
  prover.clip(s);
  return problem.intercept != Intercept::free || balance(prover, s, tilt);
}

TiltedProof prove(const Problem& problem, const Baseline& baseline, CertifiedPoint& point, Coef coef, ThreadPool& pool,
                  const Tilt* given_tilt = nullptr) {
  const RowProver prover(problem);
  const bool tilted = given_tilt != nullptr;
  const Tilt tilt = tilted ? *given_tilt : Tilt{};
  double share = 1;
  const bool is_balanced = make_feasible(problem, prover, point.dual_coef, tilt.intercept);
  const Regularization regularization = is_plain_ridge(problem) && !tilted
                                            ? place(problem, point, coef, pool)
                                            : place_constrained(problem, baseline, tilt, point, share, pool);
  auto terms = prover.terms(point.dual_coef, point.predictions, point.intercept, pool);
  if (problem.intercept == Intercept::free && !tilted) terms = choose_intercept(prover, point, terms, pool);
  if (!is_balanced) terms.gap = infinity;
  const bool gap_is_most_of_primal = terms.gap + regularization.gap > 0.5 * (terms.loss + regularization.value);
  const PredictionRounding rounding =
      prover.prediction_rounding(point.dual_coef, point.predictions,
                                 {point.coef, point.intercept,
                                  gap_is_most_of_primal ? RoundingAt::kinks_and_minima : RoundingAt::kinks, tilt.shift},
                                 pool);
  return {certificate(terms, regularization, problem, baseline, rounding), share};
}

}  // namespace

Certificate certify(const Problem& problem, const Baseline& baseline, CertifiedPoint& point) {
  ThreadPool alone(1);
  return prove(problem, baseline, point, Coef::from_dual, alone).certificate;
}

Certificate certify_pair(const Problem& problem, const Baseline& baseline, CertifiedPoint& point) {
  ThreadPool alone(1);
  return certify_pair(problem, baseline, point, alone);
}

Certificate certify_pair(const Problem& problem, const Baseline& baseline, CertifiedPoint& point, ThreadPool& pool) {
  return prove(problem, baseline, point, Coef::given, pool).certificate;
}

Certificate certify_exactly(const Problem& problem, const Baseline& baseline, CertifiedPoint& point, ThreadPool& pool) {
  double share = 1;
  const bool is_balanced = make_feasible(problem, RowProver(problem), point.dual_coef, 0);
  const Regularization regularization = is_plain_ridge(problem)
                                            ? place(problem, point, Coef::given, pool)
                                            : place_constrained(problem, baseline, {}, point, share, pool);
  RowTerms terms = exact_terms(problem, point.dual_coef, point.coef, point.intercept, pool);
  if (!is_balanced) terms.gap = infinity;
  return certificate(terms, regularization, problem, baseline, {});
}

TiltedProof certify_tilted(const Problem& problem, const Baseline& baseline, const Tilt& tilt, CertifiedPoint& point) {
  ThreadPool alone(1);
  return prove(problem, baseline, point, Coef::given, alone, &tilt);
}

double gap_scale(double primal, double dual, double baseline_primal) {
  constexpr double least_gain = 1e-6;
  const double size = std::abs(primal);
  return std::min(size, std::max(least_gain * size, baseline_primal - dual));
}

double relative_gap(const Certificate& certificate, double scale) {
  if (!std::isfinite(certificate.primal) || !std::isfinite(certificate.gap + certificate.rounding_floor))
    return infinity;
  const double gap = known_gap(certificate);
  if (gap == 0) return 0;
  if (!certificate.is_rounding()) return gap / scale;
  return std::abs(certificate.dual) <= certificate.dual_rounding ? 0 : gap / std::abs(certificate.primal);
}

void complete(Certificate& proof, double l2, double baseline_primal) {
  for (double* unknown : {&proof.gap, &proof.rounding_floor, &proof.dual_rounding})
    if (std::isnan(*unknown)) *unknown = infinity;
  proof.dual = proof.gap < infinity ? std::max(proof.primal - proof.gap, 0.0) : 0;
  proof.coef_error_bound = l2 > 0 ? std::sqrt(2 * (known_gap(proof) + proof.rounding_floor) / l2) : infinity;
  proof.relative_gap = relative_gap(proof, gap_scale(proof.primal, proof.dual, baseline_primal));
}

bool is_within(const Certificate& certificate, double tolerance) {
  return certificate.relative_gap <= (certificate.is_rounding() ? std::max(tolerance, finest) : tolerance);
}

bool accepts(const Certificate& certificate, double tolerance) {
  return tolerance > 0 && certificate.max_violation <= tolerance && is_within(certificate, tolerance);
}

bool is_nearer(const Certificate& a, const Certificate& b, double tolerance) {
  const double allowed = std::max(tolerance, finest);
  const double a_crosses = std::max(a.max_violation, allowed);
  const double b_crosses = std::max(b.max_violation, allowed);
  return a_crosses < b_crosses || (a_crosses == b_crosses && known_gap(a) < known_gap(b));
}

}  // namespace hingeline::internal
