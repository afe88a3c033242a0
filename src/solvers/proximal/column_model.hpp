// SPDX-License-Identifier: BSD-3-Clause
//
// The quadratic model of P at w, and its minimum over some columns, the candidates:
//
//     Q(v) = sum_j R_j(v_j) + slope'p + 1/2 p'H p,    p = X (v - w),    r = slope + H p,    G_j = x_j'r
//     v_j <- argmin_t  G_j (t - v_j) + H_j/2 (t - v_j)^2 + R_j(t),      H_j = x_j'H x_j
//
// descend() passes over the candidates, G_j computed from r on visiting j, until a pass lowers Q by no more than a share
// of what all did. Columns that are 0 and would stay there were their slope a tenth steeper are no candidates from the
// first pass on. finish() goes on to the minimum,
//
//     by products    of few columns: with A = X'H X a step costs one row of A. Now and then Q is minimised over what is
//                    not 0 with the signs as they are, up to the kinks that are met: columns that are nearly dependent
//                    make coordinate descent slow
//     by support     the same by conjugate gradients and passes, until no kink is met. Where many are the support is not
//                    yet known, which is left to passes
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/common/columns_with_intercept.hpp"
#include "solvers/common/conjugate_gradients.hpp"
#include "solvers/common/row_losses.hpp"
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
        gram_(problem, x),
        v_(x.size()),
        diagonal_(x.size()),
        is_candidate_(x.size()),
        h_(x.rows()),
        move_(x.rows()),
        r_(x.rows()) {}

  const Regularizer& regularizer() const { return regularizer_; }
  IntervalTerm term(std::size_t j) const { return x_.is_penalized(j) ? regularizer_.term(j) : IntervalTerm{}; }
  /// R_j(w_j).
  double penalty(std::size_t j, double w) const { return x_.is_penalized(j) ? regularizer_.value(j, w) : 0; }

  /// Candidates are columns that are not 0 and those that a gradient would move.
  void select(std::span<const double> w, std::span<const double> gradient) {
    candidates_.clear();
    for (std::size_t j = 0; j < v_.size(); ++j) {
      v_[j] = w[j];
      is_candidate_[j] = false;
      if (v_[j] != 0) add_candidate(j);
    }
    join(gradient);
  }

  /// Adds those that a gradient would move.
  void join(std::span<const double> gradient) {
    for (std::size_t j = 0; j < v_.size(); ++j)
      if (!is_candidate_[j] && !stays_at_zero(j, gradient[j])) add_candidate(j);
  }

  std::span<const std::uint32_t> candidates() const { return candidates_; }

  /// Q of a w that is 0 but for candidates.
  void begin(std::span<const double> w, const RowDerivatives& at) {
    curve(at.curvature);
    for (const std::uint32_t j : candidates_) v_[j] = w[j];
    r_.assign(at.slope.begin(), at.slope.end());
    begun_ = true;
  }

  void descend(double share) {
    double total = 0;
    for (double last = infinity; last > share * total && !stop_(); total += last) {
      shuffle(std::span(candidates_), random_);
      last = std::exchange(begun_, false) ? first_pass() : pass();
    }
  }

  /// Few columns, whose minimum costs little more than descents.
  bool has_cheap_products() const { return gram_.takes_all(); }

  /// Few columns have become 0 or other than 0 in the descents from w.
  bool support_is_settled(std::span<const double> w) const {
    constexpr double few = 0.05;
    std::size_t support = 0;
    std::size_t changed = 0;
    for (const std::uint32_t j : candidates_) {
      support += v_[j] != 0 ? 1 : 0;
      changed += (v_[j] != 0) != (w[j] != 0) ? 1 : 0;
    }
    return static_cast<double>(changed) <= few * static_cast<double>(support);
  }

  /// False where it was too early: the support is not known, or `budget` entries were visited.
  bool finish(double share, double budget) {
    if (!gram_.take(candidates_)) return descend_by_support(share, budget);
    descend_by_products(share);
    return true;
  }

  /// Sets p from r: not to the last digit, for it is a difference over H.
  void settle_by_rows(std::span<const double> slope) {
    for (std::size_t i = 0; i < r_.size(); ++i) move_[i] = h_[i] > 0 ? (r_[i] - slope[i]) / h_[i] : 0;
  }

  /// Sets p by columns, and r anew from it.
  void settle_by_columns(std::span<const double> w, std::span<const double> slope) {
    std::fill(move_.begin(), move_.end(), 0.0);
    for (const std::uint32_t j : candidates_)
      if (v_[j] != w[j]) x_.add(j, v_[j] - w[j], move_);
    for (std::size_t i = 0; i < r_.size(); ++i) r_[i] = slope[i] + h_[i] * move_[i];
  }

  std::span<const double> minimiser() const { return v_; }
  std::span<const double> move() const { return move_; }  ///< p
  std::span<const double> slopes() const { return r_; }   ///< r

 private:
  /// Sums of r x and of h x^2 over a column.
  struct Slopes {
    double first = 0;
    double second = 0;
    Slopes& operator+=(const Slopes& other) {
      first += other.first;
      second += other.second;
      return *this;
    }
    friend Slopes operator+(Slopes a, const Slopes& b) { return a += b; }
  };

  double l2(std::size_t j) const { return x_.is_penalized(j) ? regularizer_.l2() : 0; }

  void add_candidate(std::size_t j) {
    is_candidate_[j] = true;
    candidates_.push_back(static_cast<std::uint32_t>(j));
  }

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

  Slopes slopes_of(std::size_t j) {
    return x_.sum(j, [this](std::size_t i, double x) { return Slopes{x * r_[i], x * x * h_[i]}; });
  }

  /// Computes H_j, and leaves out columns that are 0 and surely stay there. Returns what Q falls by, at least.
  double first_pass() {
    constexpr double surely = 0.9;
    double decrease = 0;
    std::size_t kept = 0;
    for (const std::uint32_t j : candidates_) {
      const Slopes at = slopes_of(j);
      diagonal_[j] = at.second;
      is_candidate_[j] = v_[j] != 0 || !stays_at_zero(j, at.first / surely);
      if (!is_candidate_[j]) continue;
      candidates_[kept++] = j;
      decrease += descend_along(j, at.first);
    }
    candidates_.resize(kept);
    return decrease;
  }

  double pass() {
    double decrease = 0;
    for (const std::uint32_t j : candidates_) decrease += descend_along(j, x_.dot(j, r_));
    return decrease;
  }

  double descend_along(std::uint32_t j, double g) {
    const double step = minimum_along(j, g, diagonal_[j]) - v_[j];
    if (step == 0) return 0;
    v_[j] += step;
    x_.visit(j, [&](std::size_t i, double x) { r_[i] += step * x * h_[i]; });
    return 0.5 * (diagonal_[j] + l2(j)) * step * step;
  }

  bool descend_by_support(double share, double budget) {
    constexpr int rounds = 20;
    const double until = static_cast<double>(x_.visited()) + budget;
    for (int round = 0; round < rounds; ++round) {
      const std::vector<std::uint32_t> support = free_columns();
      const std::size_t kinks = step_on_support(support, share, until);
      descend(0.3);
      if (kinks == 0) return true;
      if (10 * kinks > support.size() || static_cast<double>(x_.visited()) > until || stop_()) return false;
    }
    return false;
  }

  /// Neither 0 nor at a bound.
  bool is_free(std::size_t j) const {
    const IntervalTerm r = term(j);
    return v_[j] != 0 && v_[j] != r.lower && v_[j] != r.upper;
  }

  std::vector<std::uint32_t> free_columns() const {
    std::vector<std::uint32_t> free;
    std::copy_if(candidates_.begin(), candidates_.end(), std::back_inserter(free),
                 [this](std::uint32_t j) { return is_free(j); });
    return free;
  }

  /// To the minimum along the support, but for a share of the squared residual, as far as it lowers Q; returns how many
  /// kinks are in the way.
  std::size_t step_on_support(const std::vector<std::uint32_t>& support, double share, double until) {
    const std::size_t size = support.size();
    std::vector<double> down(size);
    std::vector<double> diagonal(size);
    std::vector<double> step(size);
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t j = support[k];
      const Slopes at = slopes_of(j);
      down[k] = -(at.first + l2(j) * v_[j] + std::copysign(term(j).l1, v_[j]));
      diagonal[k] = at.second + l2(j);
    }
    minimise_on_support(support, diagonal, down, share, until, step);
    std::size_t kinks = 0;
    for (std::size_t k = 0; k < size; ++k) kinks += share_to_kink(support[k], step[k]) < 1 ? 1 : 0;
    constexpr int halvings = 30;
    double t = 1;
    for (int halving = 0; halving < halvings; ++halving, t *= 0.5) {
      if (change_of_model(support, down, step, t) > 0) continue;
      for (std::size_t k = 0; k < size; ++k) v_[support[k]] = after_step(support[k], step[k], t);
      for (std::size_t i = 0; i < move_.size(); ++i) r_[i] += h_[i] * move_[i];
      break;
    }
    return kinks;
  }

  void minimise_on_support(const std::vector<std::uint32_t>& support, std::span<const double> diagonal,
                           std::span<const double> down, double share, double until, std::span<double> step) {
    constexpr int most = 200;
    const auto multiply = [&](std::span<const double> d, std::span<double> out) {
      std::fill(move_.begin(), move_.end(), 0.0);
      for (std::size_t k = 0; k < support.size(); ++k) x_.add(support[k], d[k], move_);
      for (std::size_t i = 0; i < move_.size(); ++i) move_[i] *= h_[i];
      for (std::size_t k = 0; k < support.size(); ++k) out[k] = x_.dot(support[k], move_) + l2(support[k]) * d[k];
    };
    const auto precondition = [&](std::span<const double> d, std::span<double> out) {
      for (std::size_t k = 0; k < support.size(); ++k) out[k] = diagonal[k] > 0 ? d[k] / diagonal[k] : 0;
    };
    double target = -1;
    const auto enough = [&](const Residual& left) {
      if (target < 0) target = share * left.preconditioned;
      return left.preconditioned <= target || static_cast<double>(x_.visited()) > until || stop_();
    };
    ConjugateGradients(support.size()).solve(multiply, precondition, down, enough, most, step);
  }

  /// v_j after t of a step, which ends at a kink.
  double after_step(std::size_t j, double step, double t) const {
    return share_to_kink(j, step) <= t ? kink_towards(j, step) : v_[j] + t * step;
  }

  /// Of Q, by t of a step; sets p of that move.
  double change_of_model(const std::vector<std::uint32_t>& support, std::span<const double> down,
                         std::span<const double> step, double t) {
    double change = 0;
    std::fill(move_.begin(), move_.end(), 0.0);
    for (std::size_t k = 0; k < support.size(); ++k) {
      const std::size_t j = support[k];
      const double d = after_step(j, step[k], t) - v_[j];
      change += d * (0.5 * l2(j) * d - down[k]);
      x_.add(j, d, move_);
    }
    for (std::size_t i = 0; i < move_.size(); ++i) change += 0.5 * h_[i] * move_[i] * move_[i];
    return change;
  }

  void descend_by_products(double share) {
    constexpr int most = 1000;
    constexpr int now_and_then = 10;
    const GramMatrix a = gram_.products(h_);
    std::vector<double> g;
    for (const std::uint32_t j : gram_.columns()) g.push_back(x_.dot(j, r_));
    double total = 0;
    for (int pass = 1; pass <= most && !stop_(); ++pass) {
      const double decrease = product_pass(a, g);
      total += decrease;
      if (decrease <= share * total) return;
      if (pass % now_and_then == 0) total += to_support_minimum(a, g);
    }
  }

  double product_pass(const GramMatrix& a, std::vector<double>& g) {
    double decrease = 0;
    for (std::size_t k = 0; k < g.size(); ++k) {
      const std::uint32_t j = gram_.columns()[k];
      const double h = a.at(k, k);
      const double there = minimum_along(j, g[k], h);
      if (there == v_[j]) continue;
      if (!is_candidate_[j]) add_candidate(j);
      decrease += 0.5 * (h + l2(j)) * (there - v_[j]) * (there - v_[j]);
      set(k, there, a, g);
    }
    return decrease;
  }

  /// Moves the k-th of A's columns, and all slopes with it.
  void set(std::size_t k, double value, const GramMatrix& a, std::vector<double>& g) {
    const double step = value - v_[gram_.columns()[k]];
    const double* row = a.data() + k * a.stride();
    for (std::size_t m = 0; m < g.size(); ++m) g[m] += step * row[m];
    v_[gram_.columns()[k]] = value;
  }

  /// Towards the minimum over what is not 0 nor at a bound, coefficients stopping at their kinks, as far as Q falls; and
  /// again until no kink is met. Returns by how much Q falls.
  double to_support_minimum(const GramMatrix& a, std::vector<double>& g) {
    constexpr int rounds = 50;
    constexpr double damping = 1e-10;  // of columns that repeat others
    double total = 0;
    for (int round = 0; round < rounds && !stop_(); ++round) {
      const std::vector<std::size_t> free = free_places();
      const std::size_t size = free.size();
      if (size == 0) return total;
      GramMatrix hessian(size);
      std::vector<double> down(size);
      std::vector<std::uint32_t> support(size);
      for (std::size_t k = 0; k < size; ++k) {
        const std::uint32_t j = support[k] = gram_.columns()[free[k]];
        for (std::size_t m = 0; m <= k; ++m) hessian.at(k, m) = a.at(free[k], free[m]);
        hessian.at(k, k) += l2(j);
        down[k] = -(g[free[k]] + l2(j) * v_[j] + std::copysign(term(j).l1, v_[j]));
      }
      std::vector<double> step = down;
      ScaledCholesky cholesky(size);
      if (!cholesky.factor(hessian, damping)) return total;
      cholesky.solve(step);
      double first_kink = 1;
      for (std::size_t k = 0; k < size; ++k) first_kink = std::min(first_kink, share_to_kink(support[k], step[k]));
      const auto [t, change] = best_share(hessian, support, down, step, first_kink);
      if (!(change < 0)) return total;
      for (std::size_t k = 0; k < size; ++k) set(free[k], after_step(support[k], step[k], t), a, g);
      total -= change;
      if (first_kink == 1) break;
    }
    return total;
  }

  /// The places in A of columns that are not 0 nor at a bound.
  std::vector<std::size_t> free_places() const {
    std::vector<std::size_t> free;
    for (std::size_t k = 0; k < gram_.columns().size(); ++k)
      if (is_free(gram_.columns()[k])) free.push_back(k);
    return free;
  }

  struct ShareOfStep {
    double t = 0;
    double change = 0;  // of Q
  };

  /// Of 1, 1/2, 1/4, ... and the first kink the one that Q is least at.
  ShareOfStep best_share(const GramMatrix& hessian, std::span<const std::uint32_t> support,
                         std::span<const double> down, std::span<const double> step, double first_kink) const {
    std::vector<double> move(step.size());
    ShareOfStep best;
    for (double t = 1;; t = std::max(0.3 * t, first_kink)) {
      for (std::size_t k = 0; k < move.size(); ++k) move[k] = after_step(support[k], step[k], t) - v_[support[k]];
      if (const double change = quadratic(hessian, down, move); change < best.change) best = {t, change};
      if (t <= first_kink) return best;
    }
  }

  /// 1/2 d'H d - down'd, of H's lower triangle.
  static double quadratic(const GramMatrix& hessian, std::span<const double> down, std::span<const double> d) {
    double total = 0;
    for (std::size_t k = 0; k < d.size(); ++k) {
      double row = 0.5 * hessian.at(k, k) * d[k] - down[k];
      for (std::size_t m = 0; m < k; ++m) row += hessian.at(k, m) * d[m];
      total += row * d[k];
    }
    return total;
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
  bool begun_ = false;  // no pass yet
  std::vector<double> h_;
  std::vector<double> move_;  // p
  std::vector<double> r_;
};

}  // namespace hingeline::internal
