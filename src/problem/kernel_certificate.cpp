// SPDX-License-Identifier: BSD-3-Clause
#include "problem/kernel_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "core/both.hpp"
#include "core/infinity.hpp"
#include "core/signs.hpp"
#include "core/twofold.hpp"
#include "problem/certificate.hpp"
#include "problem/rounding.hpp"
#include "problem/weighted_cut.hpp"

namespace hingeline::internal {
namespace {

using Intercepts = std::array<double, 2>;

/// argmin of P over the intercept of one group, the middle of it where it is an interval. It lies between the extremes:
/// left of the greatest f that may shrink P only falls, right of the least f that may grow it only rises.
double best_intercept(const QuadraticProgram& program, const std::vector<double>& a,
                      const std::vector<double>& products, const Extremes& extremes, int group) {
  if (extremes.violation() <= 0) return middle(extremes);
  const auto memory = std::make_unique_for_overwrite<WeightedKey[]>(a.size());
  std::size_t count = 0;  // of kinks: keys are their places, sizes the rises of the slope
  double slope = 0;
  double size = 0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    if (program.group(t) != group) continue;
    const double f = program.f(t, products.data());
    slope += program.y[t] > 0 ? a[t] - program.upper[t] : -a[t];
    size += program.upper[t];
    slope += below_zero(extremes.greatest - f) * program.upper[t];
    memory[count] = {-f, program.upper[t]};
    count += static_cast<std::size_t>(both(f <= extremes.greatest, f >= extremes.least));
  }
  const std::span<WeightedKey> kinks(memory.get(), count);
  constexpr double rounding = 1e-12;
  const double flat = rounding * size;
  const auto [at, before] = weighted_cut(kinks, -flat - slope);
  if (at == kinks.size()) return -extremes.least;
  const WeightedKey kink = kinks[at];
  if (slope + before + kink.size > flat || at + 1 == kinks.size()) return kink.key;
  const auto by_key = [](const WeightedKey& left, const WeightedKey& right) { return left.key < right.key; };
  const auto next = std::min_element(kinks.begin() + static_cast<std::ptrdiff_t>(at) + 1, kinks.end(), by_key);
  return kink.key + (next->key - kink.key) / 2;
}

Intercepts best_intercepts(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const std::array<Extremes, 2>& groups) {
  Intercepts intercepts = {0, 0};
  for (int group = 0; group < program.groups(); ++group) {
    const auto g = static_cast<std::size_t>(group);
    intercepts[g] = best_intercept(program, a, products, groups[g], group);
  }
  return intercepts;
}

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

/// 1/2 s'K s of orthogonal rows.
double half_size(double squares, const KernelScale& scale) { return 0.5 * squares * scale.usual_kernel; }

/// What rounding of K s is in proportion to, beside sqrt(K_tt).
struct ProductSizes {
  double of_coefs = 0;  ///< sum_j |s_j| sqrt(K_jj)
  double of_sums = 0;   ///< the same; |w| and what sums of so many rows lose all the same, where w is summed exactly
};

ProductSizes product_sizes(const QuadraticProgram& program, const std::vector<double>& a,
                           const std::vector<double>& products, const KernelScale& scale) {
  const std::vector<double> s = row_coefs(program, a);
  ProductSizes sizes;
  double squared_norm = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    sizes.of_coefs += std::abs(s[i]) * scale.roots[i];
    squared_norm += s[i] * products[i];
  }
  sizes.of_sums = sizes.of_coefs;
  if (!scale.sums_are_exact) return sizes;
  const auto terms = static_cast<double>(program.rows);
  sizes.of_sums =
      std::sqrt(positive_part(squared_norm)) + terms * terms * std::numeric_limits<double>::epsilon() * sizes.of_coefs;
  return sizes;
}

/// e_t for products whose rounding is in proportion to `size`.
double rounding_of_f(const QuadraticProgram& program, std::size_t t, double f, double b, double size,
                     const KernelScale& scale) {
  const auto row = static_cast<std::size_t>(program.row[t]);
  const double rho = scale.rounding.empty() ? term_rounding : scale.rounding[row];
  return term_rounding * (std::abs(f) + std::abs(b)) + rho * scale.roots[row] * size;
}

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
                     const ProductSizes& sizes, const KernelScale& scale, const F& f) {
  for (std::size_t t = 0; t < program.size(); ++t) {
    const double b = proof.intercepts[static_cast<std::size_t>(program.group(t))];
    const double at = program.f(t, products.data());
    f(t, rounding_of_f(program, t, at, b, sizes.of_sums, scale), -program.y[t] * (at + b));
  }
}

/// The least double that is not below x, and the greatest that is not above.
double rounded_up(const Twofold& x) { return x.low > 0 ? std::nextafter(x.high, infinity) : x.high; }
double rounded_down(const Twofold& x) { return x.low < 0 ? std::nextafter(x.high, -infinity) : x.high; }

}  // namespace

std::array<Extremes, 2> extremes(const QuadraticProgram& program, const double* a, const double* products) {
  std::array<Extremes, 2> groups;
  for (std::size_t t = 0; t < program.size(); ++t)
    groups[static_cast<std::size_t>(program.group(t))].take(t, program.f(t, products), program.up(t, a[t]),
                                                            program.low(t, a[t]));
  return groups;
}

double violation(const std::array<Extremes, 2>& groups) {
  return std::max(groups[0].violation(), groups[1].violation());
}

double middle(const Extremes& group) {
  if (!std::isfinite(group.least)) return std::isfinite(group.greatest) ? -group.greatest : 0;
  if (!std::isfinite(group.greatest)) return -group.least;
  return -(group.least + (group.greatest - group.least) / 2);
}

double least_scale(double squares, const KernelScale& scale) {
  constexpr double share = 1e-3;
  return share * half_size(squares, scale);
}

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
  const ProductSizes sizes = product_sizes(program, a, products, scale);
  for_each_margin(program, products, proof, sizes, scale, [&](std::size_t t, double e, double h) {
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
  const ProductSizes sizes = product_sizes(program, a, rounded, scale);
  std::array<double, 2> least = {infinity, infinity};
  std::array<double, 2> greatest = {-infinity, -infinity};
  for_each_margin(program, rounded, proof, sizes, scale, [&](std::size_t t, double e, double h) {
    if (std::abs(h) > e) return;
    const Twofold f = exact.f(program, t);
    const auto group = static_cast<std::size_t>(program.group(t));
    least[group] = std::min(least[group], rounded_down({-f.high, -f.low}));
    greatest[group] = std::max(greatest[group], rounded_up({-f.high, -f.low}));
  });
  KernelProof best = evaluate(program, a, exact, NoError{}, proof.intercepts, sizes, scale);
  for (std::size_t group = 0; group < static_cast<std::size_t>(program.groups()); ++group)
    for (const double b : {least[group], greatest[group]}) {
      if (!std::isfinite(b)) continue;
      Intercepts intercepts = best.intercepts;
      intercepts[group] = b;
      KernelProof other = evaluate(program, a, exact, NoError{}, intercepts, sizes, scale);
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

KernelScale kernel_scale(const QuadraticProgram& program, const std::vector<double>& diagonal, double constant_primal) {
  constexpr std::size_t enough = 1000;
  const std::size_t stride = (program.size() + enough - 1) / enough;
  KernelScale scale = {constant_primal, 0, std::vector<double>(diagonal.size(), 0.0)};
  std::vector<double> sample;
  for (std::size_t t = 0; t < program.size(); ++t) {
    const auto row = static_cast<std::size_t>(program.row[t]);
    scale.roots[row] = std::sqrt(positive_part(diagonal[row]));
    if (t % stride == 0) sample.push_back(diagonal[row]);
  }
  const auto usual = sample.begin() + std::ssize(sample) * 9 / 10;
  std::nth_element(sample.begin(), usual, sample.end());
  scale.usual_kernel = *usual;
  return scale;
}

}  // namespace hingeline::internal
