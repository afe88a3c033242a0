// SPDX-License-Identifier: BSD-3-Clause
#include "problem/kernel_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/both.hpp"
#include "core/infinity.hpp"
#include "core/signs.hpp"
#include "core/twofold.hpp"
#include "problem/certificate.hpp"
#include "problem/extremes.hpp"

namespace hingeline::internal {
namespace {

void prove_nothing(Certificate& certificate) {
  certificate.gap = certificate.relative_gap = certificate.coef_error_bound = infinity;
  certificate.dual = -infinity;
}

/// The error of exact products.
struct NoError {
  double of(std::int32_t) const { return 0; }
};

/// K s in double.
struct Products {
  static constexpr bool are_rounded = true;
  const std::vector<double>& of_rows;

  Twofold of(std::size_t row) const { return {of_rows[row], 0}; }
  /// h_t
  double margin_error(const QuadraticProgram& program, std::size_t t, double b) const {
    return -program.y[t] * (program.f(t, of_rows.data()) + b);
  }
};

/// K s with twice the digits, by row.
struct ExactProducts {
  static constexpr bool are_rounded = false;
  std::span<const Twofold> of_rows;

  Twofold of(std::size_t row) const { return of_rows[row]; }
  Twofold f(const QuadraticProgram& program, std::size_t t) const {
    Twofold sum = of(static_cast<std::size_t>(program.row[t]));
    sum.add(program.y[t] * program.p[t]);
    if (!program.p_lost.empty()) sum.add(program.y[t] * program.p_lost[t]);
    return sum.normalised();
  }
  double margin_error(const QuadraticProgram& program, std::size_t t, double b) const {
    Twofold sum = f(program, t);
    sum.add(b);
    return -program.y[t] * (sum.high + sum.low);
  }
};

/// The sums over variables that a proof is made of.
struct TermSums {
  Twofold half_norm;
  Twofold linear;
  Twofold kept;  // losses - gap, summed without upper_t
  double losses = 0;
  double gap = 0;
  double rounding = 0;
  double coef_rounding = 0;
  double dual_rounding = 0;
  double coefs = 0;
  double signed_coefs = 0;  // of the first group
  double squares = 0;
  double size = 0;  // of the terms at w = 0
  bool is_feasible = true;

  /// 1/2 s'K s + sum_g b_g sum_{t in g} y_t a_t + `rest`
  double quadratic_and(Twofold rest) const {
    rest.add(half_norm);
    rest.add(linear);
    return std::isfinite(rest.low) ? rest.high + rest.low : rest.high;  // beyond double nothing is known to be lost
  }
};

template <class KnownProducts, class Error>
TermSums add_terms(const QuadraticProgram& program, const std::vector<double>& a, const KnownProducts& products,
                   const Error& error, const Intercepts& intercepts, const ProductSizes& sizes,
                   const KernelScale& scale) {
  TermSums sums;
  for (std::size_t t = 0; t < a.size(); ++t) {
    const auto row = static_cast<std::size_t>(program.row[t]);
    const double b = intercepts[static_cast<std::size_t>(program.group(t))];
    const Twofold product = products.of(row);
    const double f = product.high + program.y[t] * program.p[t];
    const double h = products.margin_error(program, t, b);
    const double s = program.y[t] * a[t];
    const double e = error.of(program.row[t]);
    const double outside = positive_part(h + e);
    const double inside = positive_part(-h - e);
    sums.half_norm.add_product(0.5 * s, product);
    sums.half_norm.low += 0.5 * a[t] * e;
    sums.linear.add_product(b, s);
    sums.kept.add_product(a[t], outside - inside - 2 * e);
    sums.losses += program.upper[t] * outside;
    sums.gap += (program.upper[t] - a[t]) * outside + a[t] * (inside + 2 * e);
    const double rounding = rounding_of_f(program, t, f, b, sizes.of_sums, scale);
    const double factor = a[t] + below_zero(-h - rounding) * (program.upper[t] - a[t]);
    sums.rounding += factor * rounding;
    sums.coef_rounding += factor * rounding_of_f(program, t, f, b, sizes.of_coefs, scale);
    sums.dual_rounding += a[t] * rounding;
    sums.coefs += a[t];
    if (program.group(t) == 0) sums.signed_coefs += s;
    sums.squares += a[t] * a[t];
    sums.is_feasible &= both(a[t] >= 0, a[t] <= program.upper[t]);
    sums.size += program.upper[t] * std::abs(program.p[t]);
  }
  return sums;
}

/// What the gap is relative to.
double measure_of_gap(const Certificate& certificate, const TermSums& sums, double squares, const KernelScale& scale) {
  constexpr double little = 1e-6;
  const bool never_zero = sums.size == 0 && std::abs(sums.signed_coefs) > little * sums.coefs;
  const double least = never_zero ? least_scale(squares, scale) : 0;
  return std::max(gap_scale(certificate.primal, certificate.dual, scale.constant_primal), least);
}

/// The relative gap. Where rounding is as large as the terms at w = 0, no gap is excused by rounding.
double judged_gap(const Certificate& certificate, const TermSums& sums, double squares, double measure,
                  const KernelScale& scale) {
  constexpr double little = 1e-6;
  const bool is_exact = certificate.rounding_floor <= little * (sums.size > 0 ? sums.size : half_size(squares, scale));
  const bool is_judged = is_exact || certificate.gap == 0 || !std::isfinite(certificate.gap);
  return is_judged ? relative_gap(certificate, measure) : certificate.gap / measure;
}

/// P of c_svc and epsilon_svr is nowhere negative, and a = 0 proves that.
void raise_to_zero(Certificate& certificate) {
  certificate.primal = std::max(certificate.primal, 0.0);
  certificate.dual = std::max(certificate.dual, 0.0);
}

/// P, gap and rounding floor at given intercepts; the gap is infinite where a is not within its bounds, or P not
/// finite. In
///
///     D(a) = 1/2 s'K s + sum_g b_g sum_{t in g} y_t a_t + sum_t a_t h_t
///
/// there is no upper_t: with a huge C, P and the gap are so large that their difference would have no digits of D.
template <class KnownProducts, class Error>
KernelProof evaluate(const QuadraticProgram& program, const std::vector<double>& a, const KnownProducts& products,
                     const Error& error, const Intercepts& intercepts, const ProductSizes& sizes,
                     const KernelScale& scale, const PairTerms& pair = {}) {
  TermSums sums = add_terms(program, a, products, error, intercepts, sizes, scale);
  const bool sums_to_zero = !program.sums_by_sign && sums.size > 0;
  if (sums_to_zero) sums.linear = {};  // beside a large b, rounding of the sum of s is not small
  KernelProof proof;
  proof.intercepts = intercepts;
  proof.sizes = sizes;
  Certificate& certificate = proof.certificate;
  certificate.primal = sums.quadratic_and({sums.losses, 0}) + pair.primal;
  const bool is_proof = sums.is_feasible && std::isfinite(certificate.primal);
  certificate.gap = is_proof ? sums.gap + pair.gap : infinity;
  const double dual = sums.quadratic_and(sums.kept) + pair.primal - pair.gap;
  certificate.dual = sums.is_feasible ? std::min(dual, certificate.primal) : -infinity;
  if (sums_to_zero) raise_to_zero(certificate);
  proof.coef_rounding = sums.coef_rounding;
  if (KnownProducts::are_rounded) {
    certificate.rounding_floor = sums.rounding;
    certificate.dual_rounding = sums.dual_rounding;
  }
  certificate.coef_error_bound = std::sqrt(2 * (certificate.gap + certificate.rounding_floor));
  const double squares = pair.squares + sums.squares;
  proof.measure = measure_of_gap(certificate, sums, squares, scale);
  certificate.relative_gap = judged_gap(certificate, sums, squares, proof.measure, scale);
  return proof;
}

/// Calls f(t, e_t, h_t) for all variables.
template <class F>
void for_each_margin(const QuadraticProgram& program, const std::vector<double>& products, const KernelProof& proof,
                     const KernelScale& scale, const F& f) {
  for (std::size_t t = 0; t < program.size(); ++t) {
    const double b = proof.intercepts[static_cast<std::size_t>(program.group(t))];
    const double at = program.f(t, products.data());
    f(t, rounding_of_f(program, t, at, b, proof.sizes.of_sums, scale), -program.y[t] * (at + b));
  }
}

/// The least double that is not below x, and the greatest that is not above.
double rounded_up(const Twofold& x) { return x.low > 0 ? std::nextafter(x.high, infinity) : x.high; }
double rounded_down(const Twofold& x) { return x.low < 0 ? std::nextafter(x.high, -infinity) : x.high; }

}  // namespace

KernelProof certify(const QuadraticProgram& program, const std::vector<double>& a, const std::vector<double>& products,
                    const KernelScale& scale) {
  return certify_pair(program, a, products, {}, scale);
}

KernelProof certify_pair(const QuadraticProgram& program, const std::vector<double>& a,
                         const std::vector<double>& products, const PairTerms& pair, const KernelScale& scale) {
  const auto groups = extremes(program, a.data(), products.data());
  const Intercepts best = best_intercepts(program, a, products, groups);
  const ProductSizes sizes = product_sizes(program, a, products, scale);
  KernelProof proof = evaluate(program, a, Products{products}, NoError{}, best, sizes, scale, pair);
  proof.violation = violation(groups);
  return proof;
}

KernelProof certify_within(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const ProductError& error, const KernelScale& scale) {
  if (!error.known()) {
    KernelProof nothing;
    prove_nothing(nothing.certificate);
    nothing.certificate.primal = nothing.violation = infinity;
    return nothing;
  }
  const auto groups = extremes(program, a.data(), products.data());
  const Intercepts best = best_intercepts(program, a, products, groups);
  const ProductSizes sizes = product_sizes(program, a, products, scale);
  KernelProof proof = evaluate(program, a, Products{products}, error, best, sizes, scale);
  double largest = 0;
  for (const std::int32_t row : program.row) largest = std::max(largest, error.of(row));
  proof.violation = violation(groups) + 2 * largest;
  return proof;
}

KernelProof estimate(const QuadraticProgram& program, const std::vector<double>& a, const std::vector<double>& products,
                     const KernelScale& scale) {
  const auto groups = extremes(program, a.data(), products.data());
  const ProductSizes sizes = product_sizes(program, a, products, scale);
  KernelProof proof =
      evaluate(program, a, Products{products}, NoError{}, {middle(groups[0]), middle(groups[1])}, sizes, scale);
  proof.violation = violation(groups);
  return proof;
}

RoundedMargins rounded_margins(const QuadraticProgram& program, const std::vector<double>& a,
                               const std::vector<double>& products, const KernelProof& proof,
                               const KernelScale& scale) {
  RoundedMargins margins;
  std::vector<char> doubtful(static_cast<std::size_t>(program.rows), 0);
  for_each_margin(program, products, proof, scale, [&](std::size_t t, double e, double h) {
    const bool costs_nothing = (a[t] == 0 && h < -e) || (a[t] == program.upper[t] && h > e);
    if (!costs_nothing) margins.gap += e * (h > e ? program.upper[t] - a[t] : h < -e ? a[t] : program.upper[t]);
    if (!costs_nothing || a[t] > 0) doubtful[static_cast<std::size_t>(program.row[t])] = 1;
  });
  for (std::size_t i = 0; i < doubtful.size(); ++i)
    if (doubtful[i] != 0) margins.rows.push_back(static_cast<std::int32_t>(i));
  return margins;
}

KernelProof certify_twofold(const QuadraticProgram& program, const std::vector<double>& a,
                            std::span<const Twofold> products, const KernelProof& proof, const KernelScale& scale) {
  const ExactProducts exact{products};
  std::vector<double> rounded(products.size());
  std::ranges::transform(products, rounded.begin(), &Twofold::high);
  std::array<double, 2> least = {infinity, infinity};
  std::array<double, 2> greatest = {-infinity, -infinity};
  for_each_margin(program, rounded, proof, scale, [&](std::size_t t, double e, double h) {
    if (std::abs(h) > e) return;
    const Twofold f = exact.f(program, t);
    const auto group = static_cast<std::size_t>(program.group(t));
    least[group] = std::min(least[group], rounded_down({-f.high, -f.low}));
    greatest[group] = std::max(greatest[group], rounded_up({-f.high, -f.low}));
  });
  KernelProof best = evaluate(program, a, exact, NoError{}, proof.intercepts, proof.sizes, scale);
  for (std::size_t group = 0; group < static_cast<std::size_t>(program.groups()); ++group)
    for (const double b : {least[group], greatest[group]}) {
      if (!std::isfinite(b)) continue;
      Intercepts intercepts = best.intercepts;
      intercepts[group] = b;
      KernelProof other = evaluate(program, a, exact, NoError{}, intercepts, proof.sizes, scale);
      if (other.certificate.gap < best.certificate.gap) best = other;
    }
  best.violation = proof.violation;
  return best;
}

double constant_primal(const QuadraticProgram& program, const std::vector<double>& start) {
  const std::vector<double> zeros(static_cast<std::size_t>(program.rows), 0.0);
  const auto groups = extremes(program, start.data(), zeros.data());
  const KernelScale none = {0, 0, zeros};
  const Intercepts best = best_intercepts(program, start, zeros, groups);
  return evaluate(program, start, Products{zeros}, NoError{}, best, {}, none).certificate.primal;
}

}  // namespace hingeline::internal
