// SPDX-License-Identifier: BSD-3-Clause
//
// The quadratic model of P at w, and its minimum by coordinate descent:
//
//     Q(v) = sum_j R_j(v_j) + slope'p + 1/2 p'H p,    p = X (v - w),    r = slope + H p,    G_j = x_j'r
//     v_j <- argmin_t  G_j (t - v_j) + H_j/2 (t - v_j)^2 + R_j(t),      H_j = x_j'H x_j
//
// Only candidates are visited: columns that are not 0 or that the slopes would move; those that r would move when these
// are done join them. There are two ways to keep G:
//
//     by columns     r is kept, G_j computed on visiting j. A pass over all candidates, then passes over what is not 0
//                    until they lower Q no more, and again
//     by products    of few columns or short rows, A = X_C'H X_C is computed first; then a step costs |C| additions,
//                    and now and then Q is minimised over what is not 0 with the signs as they are, as far as the first
//                    sign that changes: columns that are nearly dependent make coordinate descent slow
//
// Both end when a pass lowers Q by no more than a share of what all did.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/common/columns_with_intercept.hpp"
#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/proximal/column_gram.hpp"

namespace hingeline::internal {

template <class T>
class ColumnModel {
 public:
  ColumnModel(ColumnsWithIntercept<T>& x, const Problem& problem, std::uint64_t seed, std::function<bool()> stop)
      : x_(x),
        regularizer_(problem),
        random_(seed),
        stop_(std::move(stop)),
        gram_(x),
        v_(x.size()),
        diagonal_(x.size()),
        is_candidate_(x.size()),
        u_(x.size()),
        h_(x.rows()),
        move_(x.rows()),
        r_(x.rows()) {}

  const Regularizer& regularizer() const { return regularizer_; }
  IntervalTerm term(std::size_t j) const { return x_.is_penalized(j) ? regularizer_.term(j) : IntervalTerm{}; }

  /// R(w).
  double penalty(std::span<const double> w) const {
    double total = 0;
    for (std::size_t j = 0; j < w.size(); ++j)
      if (x_.is_penalized(j)) total += regularizer_.value(j, w[j]);
    return total;
  }

  /// Q of w, the loss's slopes and curvatures there; gradient = X'slope. `enough` is the share that ends it.
  void minimise(std::span<const double> w, std::span<const double> gradient, std::span<const double> slope,
                std::span<const double> curvature, double enough) {
    constexpr int rounds = 3;
    curve(curvature);
    v_.assign(w.begin(), w.end());
    r_.assign(slope.begin(), slope.end());
    find_candidates(gradient);
    for (int round = 0; round < rounds; ++round) {
      if (products_are_cheap())
        descend_by_products(enough);
      else
        descend_by_columns(std::max(enough, 0.1));
      move_rows(w, slope);
      if (!candidates_join()) break;
    }
  }

  std::span<const double> minimiser() const { return v_; }
  std::span<const double> move() const { return move_; }   ///< p at the minimiser
  std::span<const double> slopes() const { return r_; }    ///< r there
  std::span<const double> gradient() const { return u_; }  ///< X'r

 private:
  double l2(std::size_t j) const { return x_.is_penalized(j) ? regularizer_.l2() : 0; }

  /// H: a little where the loss has no curvature, for a step may take rows to where it has some.
  void curve(std::span<const double> curvature) {
    constexpr double little = 1e-6;
    double mean = 0;
    for (const double h : curvature) mean += h / static_cast<double>(curvature.size());
    for (std::size_t i = 0; i < h_.size(); ++i) h_[i] = std::max(curvature[i], little * mean);
  }

  /// The t of the sheet.
  double minimum_along(std::size_t j, double g, double h) const {
    const double curvature = h + l2(j);
    return curvature > 0 ? term(j).pulled(h * v_[j] - g, curvature) : v_[j];
  }

  bool stays_at_zero(std::size_t j, double g) const { return std::abs(g) <= term(j).l1; }

  void find_candidates(std::span<const double> gradient) {
    candidates_.clear();
    for (std::size_t j = 0; j < v_.size(); ++j) {
      is_candidate_[j] = v_[j] != 0 || !stays_at_zero(j, gradient[j]);
      if (is_candidate_[j]) candidates_.push_back(static_cast<std::uint32_t>(j));
    }
  }

  bool candidates_join() {
    constexpr double rounding = 1 - 1e-4;
    const std::size_t before = candidates_.size();
    for (std::size_t j = 0; j < v_.size(); ++j) {
      u_[j] = x_.dot(j, r_);
      if (is_candidate_[j] || stays_at_zero(j, rounding * u_[j])) continue;
      is_candidate_[j] = true;
      candidates_.push_back(static_cast<std::uint32_t>(j));
    }
    return candidates_.size() > before;
  }

  void move_rows(std::span<const double> w, std::span<const double> slope) {
    std::fill(move_.begin(), move_.end(), 0.0);
    for (const std::uint32_t j : candidates_)
      if (v_[j] != w[j]) x_.add(j, v_[j] - w[j], move_);
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = slope[i] + h_[i] * move_[i];
  }

  bool products_are_cheap() {
    constexpr std::size_t most = 2000;  // columns
    constexpr double passes = 30;       // over their entries
    if (candidates_.size() > most) return false;
    gram_.gather(candidates_);
    return gram_.cost() <= passes * static_cast<double>(gram_.entries());
  }

  void descend_by_columns(double enough) {
    for (const std::uint32_t j : candidates_) {
      diagonal_[j] = 0;
      x_.visit(j, [&](std::size_t i, double x) { diagonal_[j] += h_[i] * x * x; });
    }
    std::vector<std::uint32_t> order = candidates_;
    std::vector<std::uint32_t> active;
    double total = 0;
    for (;;) {
      shuffle(std::span(order), random_);
      const double all = column_pass(order);
      total += all;
      if (all <= enough * total || stop_()) return;
      active.clear();
      std::copy_if(order.begin(), order.end(), std::back_inserter(active), [this](auto j) { return v_[j] != 0; });
      for (double some = infinity; some > enough * total && !stop_(); total += some) some = column_pass(active);
    }
  }

  /// Returns what Q falls by, at least.
  double column_pass(std::span<const std::uint32_t> columns) {
    double decrease = 0;
    for (const std::uint32_t j : columns) {
      const double step = minimum_along(j, x_.dot(j, r_), diagonal_[j]) - v_[j];
      if (step == 0) continue;
      v_[j] += step;
      x_.visit(j, [&](std::size_t i, double x) { r_[i] += step * x * h_[i]; });
      decrease += 0.5 * (diagonal_[j] + l2(j)) * step * step;
    }
    return decrease;
  }

  void descend_by_products(double enough) {
    constexpr int most = 1000;
    constexpr int now_and_then = 5;
    const GramMatrix a = gram_.products(h_);
    std::vector<double> g;
    for (const std::uint32_t j : candidates_) g.push_back(x_.dot(j, r_));
    double total = 0;
    for (int pass = 1; pass <= most && !stop_(); ++pass) {
      const double decrease = product_pass(a, g);
      total += decrease;
      if (decrease <= enough * total) return;
      if (pass % now_and_then == 0) total += to_support_minimum(a, g);
    }
  }

  double product_pass(const GramMatrix& a, std::vector<double>& g) {
    double decrease = 0;
    for (std::size_t k = 0; k < g.size(); ++k) {
      const std::size_t j = candidates_[k];
      const double h = a.at(k, k);
      const double there = minimum_along(j, g[k], h);
      if (there == v_[j]) continue;
      decrease += 0.5 * (h + l2(j)) * (there - v_[j]) * (there - v_[j]);
      set(k, there, a, g);
    }
    return decrease;
  }

  /// Moves candidate k, and all slopes with it.
  void set(std::size_t k, double value, const GramMatrix& a, std::vector<double>& g) {
    const double step = value - v_[candidates_[k]];
    const double* row = a.data() + k * a.stride();
    for (std::size_t m = 0; m < g.size(); ++m) g[m] += step * row[m];
    v_[candidates_[k]] = value;
  }

  /// Towards the minimum over what is not 0 nor at a bound, as far as the first sign that changes or bound that is met.
  /// Returns what Q falls by.
  double to_support_minimum(const GramMatrix& a, std::vector<double>& g) {
    constexpr std::size_t most = 500;
    const std::vector<std::size_t> support = free_candidates();
    if (support.empty() || support.size() > most) return 0;
    GramMatrix hessian(support.size());
    std::vector<double> down(support.size());
    for (std::size_t i = 0; i < support.size(); ++i) {
      const std::size_t j = candidates_[support[i]];
      for (std::size_t m = 0; m <= i; ++m) hessian.at(i, m) = a.at(support[i], support[m]);
      hessian.at(i, i) += l2(j);
      down[i] = -(g[support[i]] + l2(j) * v_[j] + std::copysign(term(j).l1, v_[j]));
    }
    std::vector<double> step = down;
    ScaledCholesky cholesky(support.size());
    if (!cholesky.factor(hessian)) return 0;
    cholesky.solve(step);
    double slope = 0;
    double t = 1;
    for (std::size_t i = 0; i < support.size(); ++i) {
      slope += down[i] * step[i];
      t = std::min(t, share_to_kink(candidates_[support[i]], step[i]));
    }
    if (!(slope > 0)) return 0;
    for (std::size_t i = 0; i < support.size(); ++i) {
      const std::size_t j = candidates_[support[i]];
      set(support[i], share_to_kink(j, step[i]) <= t ? kink_towards(j, step[i]) : v_[j] + t * step[i], a, g);
    }
    return (t - 0.5 * t * t) * slope;
  }

  std::vector<std::size_t> free_candidates() const {
    std::vector<std::size_t> free;
    for (std::size_t k = 0; k < candidates_.size(); ++k) {
      const std::size_t j = candidates_[k];
      const IntervalTerm r = term(j);
      if (v_[j] != 0 && v_[j] != r.lower && v_[j] != r.upper) free.push_back(k);
    }
    return free;
  }

  /// Where R_j has its next kink, going from v_j != 0 in a direction; infinite where it has none.
  double kink_towards(std::size_t j, double direction) const {
    const IntervalTerm r = term(j);
    if (r.l1 > 0 && v_[j] * direction < 0 && r.contains(0)) return 0;
    return direction > 0 ? r.upper : r.lower;
  }

  double share_to_kink(std::size_t j, double step) const {
    return step == 0 ? infinity : (kink_towards(j, step) - v_[j]) / step;
  }

  ColumnsWithIntercept<T>& x_;
  const Regularizer regularizer_;
  Random random_;
  const std::function<bool()> stop_;
  ColumnGram<T> gram_;

  std::vector<double> v_;
  std::vector<double> diagonal_;  // H_j
  std::vector<std::uint32_t> candidates_;
  std::vector<bool> is_candidate_;
  std::vector<double> u_;  // X'r
  std::vector<double> h_;
  std::vector<double> move_;  // p
  std::vector<double> r_;
};

}  // namespace hingeline::internal
