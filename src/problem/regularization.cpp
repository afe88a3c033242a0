// SPDX-License-Identifier: BSD-3-Clause
#include "problem/regularization.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>
#include <vector>

#include "core/infinity.hpp"
#include "core/sum.hpp"
#include "data/for_each_nonzero.hpp"
#include "data/row_blocks.hpp"
#include "data/row_passes.hpp"
#include "data/rows.hpp"
#include "penalties/regularizer.hpp"
#include "problem/rounding.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

/// u = sum_i s_i x_i.
void combine_rows(const MatrixView& matrix, std::span<const double> s, std::span<double> u, ThreadPool& pool) {
  std::fill(u.begin(), u.end(), 0.0);
  std::visit([&](const auto& view) { RowPasses(view, pool).combine(s, u); }, matrix);
}

/// sums += sum_i s_i^2 x_i^2, entry by entry.
void add_squared_terms(const MatrixView& matrix, std::span<const double> s, std::span<double> sums) {
  visit_rows(matrix, [&](const auto& x) {
    for (std::int64_t i = 0; i < x.rows(); ++i) {
      const double factor = s[static_cast<std::size_t>(i)];
      x.add_squares(i, factor * factor, sums.data());
    }
  });
}

/// z = X w.
void predict_rows(const MatrixView& matrix, std::span<const double> w, std::span<double> z, ThreadPool& pool) {
  std::visit([&](const auto& view) { RowPasses(view, pool).predict(w, z); }, matrix);
}

void scale(std::span<double> numbers, double factor) {
  for (double& number : numbers) number *= factor;
}

/// Magnitudes of the rows' variables, none below a typical one: an s that should be 0, such as that of a row alone in
/// its column, is off by as much as rounding moves the others.
std::vector<double> magnitudes(const Problem& problem, std::span<const double> s) {
  const double mean_square = 2 * half_squared_norm(s) / static_cast<double>(s.size());
  std::vector<double> sizes(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    if (row_cost(problem, i) > 0) sizes[i] = std::sqrt(s[i] * s[i] + mean_square);
  return sizes;
}

/// The square of a mu_k's error: for each entry of u in its row that of the other terms there (their sum of squares),
/// in units of mu_k; the least of these, or 0 where there are none.
template <class View>
double least_square(const View& a, std::int64_t k, std::span<const double> squares) {
  double least = infinity;
  for_each_nonzero(a, k, [&](std::int32_t j, double value) {
    const double square = squares[static_cast<std::size_t>(j)];
    if (square > 0) least = std::min(least, square / (value * value));
  });
  return least < infinity ? least : 0;
}

/// The rounding of every entry of u = X's + A'mu.
RoundingOfSums rounding_of_sums(const Problem& problem, const ConstraintProof& constraints, const CertifiedPoint& point,
                                const Tilt& tilt) {
  std::vector<double> squares(point.coef.size());
  add_squared_terms(problem.x, magnitudes(problem, point.dual_coef), squares);
  for (std::size_t j = 0; j < tilt.coef.size(); ++j) squares[j] += tilt.coef[j] * tilt.coef[j];
  if (problem.intercept == Intercept::penalized) {
    const double norm2 = 2 * half_squared_norm(point.dual_coef);
    squares.push_back(problem.bias * problem.bias * norm2);
  }
  RoundingOfSums rounding = {static_cast<double>(point.dual_coef.size()), std::move(squares)};
  constraints.add_squares(point.multipliers, rounding);
  return rounding;
}

/// Without a penalty, on all columns or on some, the logistic loss of classes that a plane separates has an infimum of
/// 0 that no w attains: an objective that is rounding beside the best constant's loss is as good as 0.
double vanishing_objective(const Problem& problem, const Baseline& baseline) {
  const Penalty& penalty = problem.penalty;
  const bool is_free = penalty.l2 == 0 && (penalty.l1 == 0 || std::ranges::count(penalty.l1_weights, 0.0) > 0);
  const bool may_vanish = problem.loss.name == LossName::logistic && is_free;
  return may_vanish ? term_rounding * baseline.loss : 0;
}

/// Whether rounding is at most this share of the best constant's objective, or of P where constraints forbid w = 0.
bool is_little(double rounding, double share, const Baseline& baseline, double primal) {
  return rounding <= share * (std::isfinite(baseline.primal) ? baseline.primal : primal);
}

/// The rounding that may excuse a gap: none where w is so far from 0, as linearly dependent columns allow without a
/// penalty, that rounding of u'w is a part of the objective.
double excusable(double rounding, const Baseline& baseline, double primal) {
  constexpr double share = 1e-4;
  return is_little(rounding, share, baseline, primal) ? rounding : 0;
}

/// The gap that predictions without digits may hide; 0 where it is below the finest tolerance.
double noticeable(double hidden, const Baseline& baseline, double primal) {
  constexpr double finest = 1e-9;
  return is_little(hidden, finest, baseline, primal) ? 0 : hidden;
}

/// Moves entries of u that only rounding has put beyond the domain of R* onto its edge, and adds |w_j| times the
/// distance to the gap.
void remove_rounding(const RoundingOfSums& rounding, const Regularizer& regularizer,
                     std::span<const std::size_t> columns, std::span<const double> w, std::span<double> u,
                     Regularization& total) {
  for (const std::size_t j : columns) {
    const double width = rounding[j];
    const double there = regularizer.on_domain(j, u[j], width);
    total.gap += std::abs((u[j] - there) * w[j]);
    total.rounding += width * std::abs(w[j]);
    u[j] = there;
  }
}

}  // namespace

/// The root of the sum of squares times the root of their number bounds the sum of the terms' magnitudes. Squares that
/// overflow say nothing, and excuse nothing.
double RoundingOfSums::operator[](std::size_t j) const {
  constexpr double rounding = 4 * term_rounding;
  const double of_terms = rounding * std::sqrt(terms * squares[j]);
  return std::isfinite(of_terms) ? of_terms : 0;
}

double half_squared_norm(std::span<const double> w) {
  return 0.5 * std::transform_reduce(w.begin(), w.end(), w.begin(), 0.0);
}

double half_squared_distance(std::span<const double> w, std::span<const double> u) {
  const auto squared_distance = [](double a, double b) { return (a - b) * (a - b); };
  return 0.5 * std::transform_reduce(w.begin(), w.end(), u.begin(), 0.0, std::plus(), squared_distance);
}

void ConstraintProof::clip(std::span<double> mu) const {
  for (std::size_t k = 0; k < mu.size(); ++k)
    if (std::isinf(term(k).maximiser(mu[k]))) mu[k] = 0;
}

void ConstraintProof::combine(std::span<const double> mu, std::span<double> u) const {
  if (mu.empty()) return;
  std::vector<double> sums(static_cast<std::size_t>(cols(constraints_.rows)));
  std::visit([&](const auto& a) { RowBlocks(a).combine(0, a.rows, mu.data(), sums.data()); }, constraints_.rows);
  std::transform(sums.begin(), sums.end(), u.begin(), u.begin(), std::plus());
}

/// mu_k is known only as well as the best of its columns determines it: by that much it is off in columns that no other
/// term shares.
void ConstraintProof::add_squares(std::span<const double> mu, RoundingOfSums& rounding) const {
  std::visit(
      [&](const auto& a) {
        for (std::size_t k = 0; k < mu.size(); ++k) {
          if (mu[k] == 0) continue;
          const auto row = static_cast<std::int64_t>(k);
          const double square = mu[k] * mu[k] + least_square(a, row, rounding.squares);
          for_each_nonzero(a, row, [&](std::int32_t j, double value) {
            rounding.squares[static_cast<std::size_t>(j)] += square * value * value;
          });
        }
      },
      constraints_.rows);
  rounding.terms += static_cast<double>(mu.size());
}

void ConstraintProof::add_to(std::span<const double> mu, std::span<const double> w, Regularization& total) const {
  std::vector<double> z(mu.size());
  std::visit([&](const auto& a) { RowBlocks(a).predict(0, a.rows, w.data(), z.data()); }, constraints_.rows);
  LargestViolation largest(violations_, w);
  visit_rows(constraints_.rows, [&](const auto& rows) {
    for (std::size_t k = 0; k < mu.size(); ++k) {
      const IntervalTerm limits = term(k);
      const double limit = limits.clip(z[k]);
      if (mu[k] != 0) {
        const double pulled_to = limits.maximiser(mu[k]);
        const double magnitude = rows.magnitude(static_cast<std::int64_t>(k), w.data()) + std::abs(pulled_to);
        total.gap += std::abs(mu[k] * (z[k] - pulled_to));
        total.rounding += term_rounding * std::abs(mu[k]) * magnitude;
      }
      largest.take(rows, static_cast<std::int64_t>(k), z[k], limit);
    }
  });
  total.violation = largest.value();
}

Regularization place(const Problem& problem, CertifiedPoint& point, Coef coef, ThreadPool& pool) {
  Regularization ridge;
  if (coef == Coef::from_dual) {
    combine_rows(problem.x, point.dual_coef, point.coef, pool);
  } else {
    std::vector<double> u(point.coef.size());
    combine_rows(problem.x, point.dual_coef, u, pool);
    ridge.gap = half_squared_distance(point.coef, u);
  }
  predict_rows(problem.x, point.coef, point.predictions, pool);
  ridge.value = half_squared_norm(point.coef);
  if (problem.intercept == Intercept::none) point.intercept = 0;
  if (problem.intercept == Intercept::penalized) {
    const double from_dual = problem.bias * sum(point.dual_coef);
    const double appended = coef == Coef::given ? point.intercept / problem.bias : from_dual;
    point.intercept = problem.bias * appended;
    ridge.add_appended(appended, from_dual);
  }
  return ridge;
}

Regularization place_constrained(const Problem& problem, const Baseline& baseline, const Tilt& tilt,
                                 CertifiedPoint& point, double& share, ThreadPool& pool) {
  const Regularizer regularizer(problem);
  const ConstraintProof constraints(problem, baseline.violations);
  const std::size_t features = point.coef.size();
  const bool penalized = problem.intercept == Intercept::penalized;
  std::vector<double> u(features);
  combine_rows(problem.x, point.dual_coef, u, pool);
  constraints.clip(point.multipliers);
  constraints.combine(point.multipliers, u);
  std::transform(tilt.coef.begin(), tilt.coef.end(), u.begin(), u.begin(), std::plus());
  std::vector<double> w(point.coef.begin(), point.coef.end());
  if (penalized) {
    u.push_back(problem.bias * (sum(point.dual_coef) + tilt.intercept));
    w.push_back(point.intercept / problem.bias);
  }
  if (regularizer.is_bounded())
    for (std::size_t j = 0; j < w.size(); ++j) w[j] = regularizer.term(j).clip(w[j]);
  RoundingOfSums rounding;
  if (regularizer.l2() == 0) rounding = rounding_of_sums(problem, constraints, point, tilt);
  Regularization total = separable(regularizer, w, u, rounding, share);
  if (share < 1)
    for (const std::span<double> numbers : {point.dual_coef, point.multipliers}) scale(numbers, share);
  std::copy_n(w.begin(), features, point.coef.begin());
  if (problem.intercept != Intercept::free) point.intercept = penalized ? problem.bias * w.back() : 0;
  constraints.add_to(point.multipliers, point.coef, total);
  predict_rows(problem.x, point.coef, point.predictions, pool);
  return total;
}

Regularization separable(const Regularizer& regularizer, std::span<const double> w, std::span<double> u,
                         const RoundingOfSums& rounding, double& share) {
  Regularization total;
  const std::vector<std::size_t> columns = regularizer.busy_columns(w, u);
  if (regularizer.l2() == 0) remove_rounding(rounding, regularizer, columns, w, u, total);
  share = 1;
  for (const std::size_t j : columns) share = std::min(share, regularizer.feasible_share(j, u[j]));
  if (share < 1) scale(u, share);
  for (const std::size_t j : columns) {
    total.value += regularizer.value(j, w[j]);
    total.gap += regularizer.gap(j, w[j], u[j]);
  }
  return total;
}

Certificate certificate(const RowTerms& terms, const Regularization& regularization, const Problem& problem,
                        const Baseline& baseline, const PredictionRounding& prediction_rounding) {
  Certificate proof;
  proof.primal = regularization.value + terms.loss;
  proof.gap = terms.gap + regularization.gap + noticeable(prediction_rounding.hidden, baseline, proof.primal);
  proof.max_violation = regularization.violation;
  constexpr double least = std::numeric_limits<double>::min();  // doubles below have fewer digits
  const double of_terms = least + term_rounding * (terms.magnitude + regularization.value) +
                          excusable(regularization.rounding, baseline, proof.primal) +
                          vanishing_objective(problem, baseline);
  constexpr double of_sums = 1e-10;  // gap and rounding, which may be equal, are summed in different orders
  proof.rounding_floor = of_terms + (1 + of_sums) * prediction_rounding.gap;
  proof.dual_rounding = of_terms + prediction_rounding.dual;
  complete(proof, problem.penalty.l2, baseline.primal);
  return proof;
}

}  // namespace hingeline::internal
