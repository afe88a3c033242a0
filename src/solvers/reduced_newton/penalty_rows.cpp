// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/penalty_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/dot.hpp"
#include "data/for_each_entry.hpp"

namespace hingeline::internal {
namespace {

/// f(j, a_kj) for the entries of row k.
template <class F>
void for_entries(const CsrView<double>& matrix, std::size_t k, const F& f) {
  for_each_entry(matrix, static_cast<std::int64_t>(k),
                 [&](std::int32_t j, double a) { f(static_cast<std::size_t>(j), a); });
}

std::vector<double> sum_of(std::span<const double> a, double scale, std::span<const double> b) {
  std::vector<double> sum(a.begin(), a.end());
  for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += scale * b[j];
  return sum;
}

}  // namespace

PenaltyRows::PenaltyRows(const Problem& problem, const ViolationScale& violations, double appended, Stop stop)
    : stop_(std::move(stop)),
      regularizer_(problem),
      violations_(violations),
      rows_(ExtraRows::unscaled(problem, appended)),
      matrix_(rows_.matrix()),
      variables_(problem),
      q_(rows_.size()),
      centres_(rows_.size()) {}

void PenaltyRows::soften(std::span<const double> diagonal) {
  constexpr double stiffness = 100;
  last_gap_ = infinity;
  for (std::size_t k = 0; k < q_.size(); ++k) {
    double compliance = 0;
    for_entries(matrix_, k, [&](std::size_t j, double a) {
      if (diagonal[j] > 0) compliance += a * a / diagonal[j];
    });
    q_[k] = compliance > 0 ? compliance / stiffness : 1;
  }
}

double PenaltyRows::product(std::size_t k, std::span<const double> v) const {
  double sum = 0;
  for_entries(matrix_, k, [&](std::size_t j, double a) { sum += a * v[j]; });
  return sum;
}

std::vector<double> PenaltyRows::duals(std::span<const double> v) const {
  std::vector<double> s(q_.size());
  for (std::size_t k = 0; k < s.size(); ++k) s[k] = rows_.term(k).step(argument(k, product(k, v)), q_[k]);
  return s;
}

double PenaltyRows::curvature(std::size_t k, std::span<const double> v) const {
  return rows_.term(k).step_slope(argument(k, product(k, v)), q_[k]);
}

void PenaltyRows::move_duals(std::span<const double> v, std::span<const double> step, std::span<double> s) const {
  for (std::size_t k = 0; k < s.size(); ++k) s[k] = rows_.term(k).clip_dual(s[k] - curvature(k, v) * product(k, step));
}

void PenaltyRows::add_slopes(std::span<const double> s, std::span<double> gradient) const {
  for (std::size_t k = 0; k < s.size(); ++k)
    for_entries(matrix_, k, [&](std::size_t j, double a) { gradient[j] -= s[k] * a; });
}

PenaltyRows::Sums PenaltyRows::evaluate(std::span<const double> v, std::span<const double> s) const {
  Sums sums;
  const SparseRows<double> rows(matrix_);
  LargestViolation largest(violations_, v);
  for (std::size_t k = 0; k < s.size(); ++k) {
    const IntervalTerm& r = rows_.term(k);
    const double z = product(k, v);
    const double allowed = r.clip(z);
    const double distance = std::abs(z - allowed);
    const double value = r.value(allowed);
    sums.value += value;
    sums.gap += std::max(value + r.conjugate(r.clip_dual(s[k])) + s[k] * allowed, 0.0) + std::abs(s[k]) * distance;
    largest.take(rows, static_cast<std::int64_t>(k), z, allowed);
  }
  sums.violation = largest.value();
  return sums;
}

void PenaltyRows::add_curvature(std::span<const double> v, GramMatrix& hessian) const {
  for (std::size_t k = 0; k < q_.size(); ++k) {
    const double h = curvature(k, v);
    if (h == 0) continue;
    for_entries(matrix_, k, [&](std::size_t i, double a) {
      for_entries(matrix_, k, [&](std::size_t j, double b) {
        if (j <= i) hessian.at(i, j) += h * a * b;
      });
    });
  }
}

LineSlopes PenaltyRows::slopes_along(std::span<const double> v, std::span<const double> step, double alpha) const {
  LineSlopes slopes;
  for (std::size_t k = 0; k < q_.size(); ++k) {
    const double along = product(k, step);
    if (along == 0) continue;
    const double there = argument(k, product(k, v) + alpha * along);
    slopes.first -= rows_.term(k).step(there, q_[k]) * along;
    slopes.second += rows_.term(k).step_slope(there, q_[k]) * along * along;
  }
  return slopes;
}

/// The step length to the model's minimum along a direction; `start` is the slope at 0, `curvature` that of the
/// quadratic part.
double PenaltyRows::length(std::span<const double> v, std::span<const double> direction, double start,
                           double curvature) const {
  constexpr double share = 1e-6;  // of the slope
  const double smooth = start - slopes_along(v, direction, 0).first;
  const auto slopes_at = [&](double alpha) {
    const LineSlopes of_rows = slopes_along(v, direction, alpha);
    return LineSlopes{smooth + alpha * curvature + of_rows.first, curvature + of_rows.second};
  };
  return line_minimum(slopes_at, start, share);
}

bool PenaltyRows::find_step(const GramMatrix& hessian, std::span<const double> v, std::span<const double> gradient,
                            std::span<double> step) {
  constexpr int rounds = 100;
  constexpr double left = 1e-14;  // of the first decrement
  std::fill(step.begin(), step.end(), 0.0);
  std::vector<double> slopes(gradient.begin(), gradient.end());  // of the model at v + step
  double first = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<double> here = sum_of(v, 1, step);
    GramMatrix curved = hessian;
    add_curvature(here, curved);
    if (!cholesky_.factor(curved, 0, stop_)) return false;
    std::vector<double> direction(slopes.size());
    cholesky_.newton_step(slopes, direction);
    const double start = dot(slopes, direction);
    if (round == 0) first = -start;
    if (!(-start > left * first)) return std::isfinite(start);
    const std::vector<double> product = multiply(hessian, direction);
    const double alpha = length(here, direction, start, dot(product, direction));
    for (std::size_t j = 0; j < step.size(); ++j) {
      step[j] += alpha * direction[j];
      slopes[j] += alpha * product[j];
    }
    add_slopes(sum_of(duals(sum_of(v, 1, step)), -1, duals(here)), slopes);
  }
  return true;
}

void PenaltyRows::recentre(std::span<const double> v, double gap) {
  constexpr double enough = 0.25;
  constexpr double softer = 0.1;
  centres_ = duals(v);
  if (gap > enough * last_gap_)
    for (double& q : q_) q *= softer;
  last_gap_ = gap;
}

void PenaltyRows::settle(std::span<double> v) const {
  rows_.hold_at_zero(duals(v), v);
  for (std::size_t j = 0; j < variables_.features(); ++j) v[j] = regularizer_.term(j).clip(v[j]);
}

}  // namespace hingeline::internal
