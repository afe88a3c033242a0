// SPDX-License-Identifier: BSD-3-Clause
#include "problem/kernel_certificate.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
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
  static constexpr double rounding = term_rounding;
  const std::vector<double>& of_rows;

  double of(std::size_t row) const { return of_rows[row]; }
  /// h_t
  double margin_error(const QuadraticProgram& program, std::size_t t, double b) const {
    return -program.y[t] * (program.f(t, of_rows.data()) + b);
  }
};

/// Of twice the digits, by row: the terms of the gap are good to their last digits.
struct TwofoldProducts {
  static constexpr double rounding = 0;
  std::span<const Twofold> of_rows;

  double of(std::size_t row) const { return of_rows[row].high; }
  double margin_error(const QuadraticProgram& program, std::size_t t, double b) const {
    Twofold sum = of_rows[static_cast<std::size_t>(program.row[t])];
    sum.add(program.y[t] * program.p[t]);
    sum.add(b);
    return -program.y[t] * (sum.high + sum.low);
  }
};

/// 1/2 s'K s of orthogonal rows.
double half_size(double squares, const KernelScale& scale) { return 0.5 * squares * scale.usual_kernel; }

/// sum_i |s_i| root_i. `sum` is the same over variables: larger where a row has two, of which parts may cancel.
double size_of_coefs(const QuadraticProgram& program, const std::vector<double>& a, const KernelScale& scale,
                     double sum) {
  if (program.size() <= static_cast<std::size_t>(program.rows)) return sum;
  const std::vector<double> s = row_coefs(program, a);
  return std::transform_reduce(s.begin(), s.end(), scale.roots.begin(), 0.0, std::plus(),
                               [](double part, double root) { return std::abs(part) * root; });
}

/// What rounding of K s is in proportion to, beside sqrt(K_tt): `coefs`; where w is summed exactly, |w| from 1/2 s'K s,
/// plus what the sum over so many rows loses all the same.
double size_of_products(const QuadraticProgram& program, const KernelScale& scale, double coefs, double half_norm) {
  if (!scale.sums_are_exact) return coefs;
  const auto terms = static_cast<double>(program.rows);
  return std::sqrt(2 * positive_part(half_norm)) + terms * terms * std::numeric_limits<double>::epsilon() * coefs;
}

/// The sums over variables that a proof is made of.
struct TermSums {
  double half_norm = 0;
  double linear = 0;
  double losses = 0;
  double gap = 0;
  double kept = 0;  // losses - gap, summed without upper_t
  double magnitude = 0;
  double dual_magnitude = 0;
  double weight = 0;  // the factors of f times sqrt(K_tt)
  double dual_weight = 0;
  double coefs = 0;
  double signed_coefs = 0;  // of the first group
  double squares = 0;
  double size = 0;  // of the terms at w = 0
  bool is_feasible = true;
};

template <class KnownProducts, class Error>
TermSums add_terms(const QuadraticProgram& program, const std::vector<double>& a, const KnownProducts& products,
                   const Error& error, const Intercepts& intercepts, const KernelScale& scale) {
  TermSums sums;
  for (std::size_t t = 0; t < a.size(); ++t) {
    const auto row = static_cast<std::size_t>(program.row[t]);
    const double b = intercepts[static_cast<std::size_t>(program.group(t))];
    const double f = products.of(row) + program.y[t] * program.p[t];
    const double h = products.margin_error(program, t, b);
    const double s = program.y[t] * a[t];
    const double e = error.of(program.row[t]);
    const double outside = positive_part(h + e);
    const double inside = positive_part(-h - e);
    sums.half_norm += 0.5 * (s * products.of(row) + a[t] * e);
    sums.linear += b * s;
    sums.losses += program.upper[t] * outside;
    sums.gap += (program.upper[t] - a[t]) * outside + a[t] * (inside + 2 * e);
    sums.kept += a[t] * (outside - inside - 2 * e);
    const double factor = a[t] + below_zero(-h) * (program.upper[t] - a[t]);
    sums.magnitude += factor * (std::abs(f) + std::abs(b));
    sums.dual_magnitude += a[t] * (std::abs(f) + std::abs(b));
    sums.weight += factor * scale.roots[row];
    sums.dual_weight += a[t] * scale.roots[row];
    sums.coefs += a[t];
    if (program.group(t) == 0) sums.signed_coefs += s;
    sums.squares += a[t] * a[t];
    sums.is_feasible &= both(a[t] >= 0, a[t] <= program.upper[t]);
    sums.size += program.upper[t] * std::abs(program.p[t]);
  }
  return sums;
}

/// The relative gap. Where rounding is as large as the terms at w = 0, no gap is excused by rounding.
double judged_gap(const Certificate& certificate, const TermSums& sums, double squares, const KernelScale& scale) {
  constexpr double little = 1e-6;
  const bool never_zero = sums.size == 0 && std::abs(sums.signed_coefs) > little * sums.coefs;
  const double least = never_zero ? least_scale(squares, scale) : 0;
  const double measure = std::max(gap_scale(certificate.primal, certificate.dual, scale.constant_primal), least);
  const bool is_exact = certificate.rounding_floor <= little * (sums.size > 0 ? sums.size : half_size(squares, scale));
  const bool is_judged = is_exact || certificate.gap == 0 || !std::isfinite(certificate.gap);
  return is_judged ? relative_gap(certificate, measure) : certificate.gap / measure;
}

/// P, gap and rounding floor at given intercepts; the gap is infinite where a is not within its bounds, or P not
/// finite. In
///
///     D(a) = 1/2 s'K s + sum_g b_g sum_{t in g} y_t a_t + sum_t a_t h_t
///
/// there is no upper_t: with a huge C, P and the gap are so large that their difference would have no digits of D.
template <class KnownProducts, class Error>
KernelProof evaluate(const QuadraticProgram& program, const std::vector<double>& a, const KnownProducts& products,
                     const Error& error, const Intercepts& intercepts, const KernelScale& scale,
                     const PairTerms& pair = {}) {
  const TermSums sums = add_terms(program, a, products, error, intercepts, scale);
  KernelProof proof;
  proof.intercepts = intercepts;
  Certificate& certificate = proof.certificate;
  const double quadratic = sums.half_norm + pair.primal + sums.linear;
  certificate.primal = quadratic + sums.losses;
  const bool is_proof = sums.is_feasible && std::isfinite(certificate.primal);
  certificate.gap = is_proof ? sums.gap + pair.gap : infinity;
  certificate.dual = sums.is_feasible ? std::min(quadratic + sums.kept - pair.gap, certificate.primal) : -infinity;
  const double coefs_size = size_of_coefs(program, a, scale, sums.dual_weight);
  const double products_size = size_of_products(program, scale, coefs_size, sums.half_norm);
  certificate.rounding_floor = KnownProducts::rounding * (sums.magnitude + sums.weight * products_size);
  proof.coef_rounding = term_rounding * (sums.magnitude + sums.weight * coefs_size);
  certificate.dual_rounding = term_rounding * (sums.dual_magnitude + sums.dual_weight * products_size);
  certificate.coef_error_bound = std::sqrt(2 * (certificate.gap + certificate.rounding_floor));
  certificate.relative_gap = judged_gap(certificate, sums, pair.squares + sums.squares, scale);
  return proof;
}

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
  KernelProof proof = evaluate(program, a, Products{products}, NoError{}, best, scale, pair);
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
  KernelProof proof = evaluate(program, a, Products{products}, error, best, scale);
  double largest = 0;
  for (const std::int32_t row : program.row) largest = std::max(largest, error.of(row));
  proof.violation = violation(groups) + 2 * largest;
  return proof;
}

KernelProof estimate(const QuadraticProgram& program, const std::vector<double>& a, const std::vector<double>& products,
                     const KernelScale& scale) {
  const auto groups = extremes(program, a.data(), products.data());
  return evaluate(program, a, Products{products}, NoError{}, {middle(groups[0]), middle(groups[1])}, scale);
}

RoundedMargins rounded_margins(const QuadraticProgram& program, const std::vector<double>& a,
                               const std::vector<double>& products, const KernelProof& proof,
                               const KernelScale& scale) {
  double half_norm = 0;
  double weight = 0;
  for (std::size_t t = 0; t < a.size(); ++t) {
    const auto row = static_cast<std::size_t>(program.row[t]);
    half_norm += 0.5 * program.y[t] * a[t] * products[row];
    weight += a[t] * scale.roots[row];
  }
  const double size = size_of_products(program, scale, size_of_coefs(program, a, scale, weight), half_norm);
  RoundedMargins margins;
  for (std::size_t t = 0; t < a.size(); ++t) {
    const std::int32_t row = program.row[t];
    const double b = proof.intercepts[static_cast<std::size_t>(program.group(t))];
    const double f = program.f(t, products.data());
    const double h = -program.y[t] * (f + b);
    const double e = term_rounding * (std::abs(f) + std::abs(b) + scale.roots[static_cast<std::size_t>(row)] * size);
    if ((a[t] == 0 && h < -e) || (a[t] == program.upper[t] && h > e)) continue;
    if (margins.rows.empty() || margins.rows.back() != row) margins.rows.push_back(row);
    margins.gap += e * (h > e ? program.upper[t] - a[t] : h < -e ? a[t] : program.upper[t]);
  }
  return margins;
}

KernelProof certify_twofold(const QuadraticProgram& program, const std::vector<double>& a,
                            std::span<const Twofold> products, const KernelProof& proof, const KernelScale& scale) {
  KernelProof exact = evaluate(program, a, TwofoldProducts{products}, NoError{}, proof.intercepts, scale);
  exact.violation = proof.violation;
  return exact;
}

double constant_primal(const QuadraticProgram& program, const std::vector<double>& start) {
  const std::vector<double> zeros(static_cast<std::size_t>(program.rows), 0.0);
  const auto groups = extremes(program, start.data(), zeros.data());
  const KernelScale none = {0, 0, zeros};
  const Intercepts best = best_intercepts(program, start, zeros, groups);
  return evaluate(program, start, Products{zeros}, NoError{}, best, none).certificate.primal;
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
