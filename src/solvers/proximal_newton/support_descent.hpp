// SPDX-License-Identifier: BSD-3-Clause
//
// A step towards the minimum of Q (column_model.hpp) over the support S, the coefficients that are not 0, if S is too
// large for a Cholesky factor. Conjugate gradients solve, for fixed signs,
//
//     (B + lambda diag B) d = down,   B = X_S'H X_S + l2 I,   down = -(G + l2 v + l1 sign(v))_S,
//
// preconditioned by the block of the heavy columns (heavy_columns.hpp) and the diagonal of the others. Along d
// coefficients meet kinks of R. Of the straight step and the steps t = 1, 1/2, 1/4, ... whose coefficients are cut off
// at kinks (steps/kink_step.hpp), the one that lowers Q most is taken.
//
// After a short step lambda rises and the next one spends fewer products, after a whole one lambda falls and it spends
// more. B is singular where columns are dependent; then R alone limits the step along d.
//
// Cost: two reads of S for each product with B, of which there are at most 20 to 320, or one pass over sparse rows if S
// has at least half of their entries; n for every t, and the columns cut.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "parallel/thread_pool.hpp"
#include "solvers/linear_systems/conjugate_gradients.hpp"
#include "solvers/proximal_newton/column_model.hpp"
#include "solvers/proximal_newton/heavy_columns.hpp"
#include "solvers/steps/kink_step.hpp"

namespace hingeline::internal {

template <class T>
class SupportDescent {
 public:
  /// Keeps its memory, and what it learned of lambda, from one model to the next.
  SupportDescent(ColumnModel<T>& model, ThreadPool& pool) : model_(model), x_(model.columns()), heavy_(x_, pool) {}

  /// Takes the step. The model must have begun and made a pass.
  void step() {
    for (std::vector<double>* p : {&product_, &move_, &best_move_}) p->resize(x_.rows());
    find_support();
    find_direction();
    combine(d_);
    std::swap(product_, move_);
    model_.find_meetings(support_, d_, infinity, meetings_);
    KinkStep best = straight();
    try_cut_steps(best);
    if (best.change < 0) take(best);
    learn(best.change < 0 ? best.t : 0);
  }

  /// The heavy columns of the last step.
  const HeavyColumns<T>& heavy() const { return heavy_; }

 private:
  double v(std::size_t j) const { return model_.v()[j]; }

  void find_support() {
    support_.clear();
    std::copy_if(model_.candidates().begin(), model_.candidates().end(), std::back_inserter(support_),
                 [this](std::uint32_t j) { return model_.is_free(j); });
    std::ranges::sort(support_);
    constexpr std::int64_t share = 2;
    by_rows_ = x_.are_sooner_read_by_rows(support_, share);
    down_.resize(support_.size());
    diagonal_.resize(support_.size());
    for (std::size_t k = 0; k < support_.size(); ++k) {
      const std::uint32_t j = support_[k];
      const ColumnSlopes at = model_.slopes_of(j);
      down_[k] = model_.down(j, at.first);
      diagonal_[k] = at.second + model_.l2(j);
    }
  }

  void find_direction() {
    constexpr double share = 0.01;  // of the squared residual
    std::vector<double> added(support_.size());
    for (std::size_t k = 0; k < added.size(); ++k) added[k] = model_.l2(support_[k]) + damping_ * diagonal_[k];
    heavy_.factor(support_, model_.curvatures(), added, [this] { return model_.must_stop(); });
    const auto multiply = [&](std::span<const double> d, std::span<double> out) {
      by_rows_ ? multiply_by_rows(d, out) : multiply_by_columns(d, out);
      for (std::size_t k = 0; k < support_.size(); ++k) out[k] += added[k] * d[k];
    };
    const auto precondition = [&](std::span<const double> d, std::span<double> out) {
      for (std::size_t k = 0; k < d.size(); ++k) out[k] = diagonal_[k] > 0 ? d[k] / diagonal_[k] : 0;
      heavy_.solve(d, out);
    };
    const auto enough = [&](const Residual& left, const Residual& first) {
      return left.preconditioned <= share * first.preconditioned || model_.must_stop();
    };
    d_.resize(support_.size());
    ConjugateGradients(d_.size()).solve(multiply, precondition, down_, enough, products_, d_);
  }

  void multiply_by_columns(std::span<const double> d, std::span<double> out) {
    combine(d);
    for (std::size_t i = 0; i < move_.size(); ++i) move_[i] *= model_.curvatures()[i];
    for (std::size_t k = 0; k < support_.size(); ++k) out[k] = x_.dot(support_[k], move_);
  }

  void multiply_by_rows(std::span<const double> d, std::span<double> out) {
    all_d_.assign(x_.size(), 0);
    all_out_.resize(x_.size());
    for (std::size_t k = 0; k < support_.size(); ++k) all_d_[support_[k]] = d[k];
    x_.multiply_sparse_rows(all_d_, model_.curvatures(), move_, all_out_);
    for (std::size_t k = 0; k < support_.size(); ++k) out[k] = all_out_[support_[k]];
  }

  /// p = X_S d.
  void combine(std::span<const double> d) {
    std::fill(move_.begin(), move_.end(), 0.0);
    for (std::size_t k = 0; k < d.size(); ++k) x_.add(support_[k], d[k], move_);
  }

  double curvature_of(std::span<const double> p) const {
    double curvature = 0;
    for (std::size_t i = 0; i < p.size(); ++i) curvature += model_.curvatures()[i] * p[i] * p[i];
    return curvature;
  }

  KinkStep straight() const {
    LineSlopes along{0, curvature_of(product_)};
    for (std::size_t k = 0; k < d_.size(); ++k) {
      along.first -= down_[k] * d_[k];
      along.second += model_.l2(support_[k]) * d_[k] * d_[k];
    }
    return straight_step(model_, support_, d_, meetings_, along, infinity);
  }

  /// Tries t = 1, 1/2, ... until Q falls less than before or no kink is met.
  void try_cut_steps(KinkStep& best) {
    constexpr int halvings = 30;
    const double first = meetings_.empty() ? 1 : std::min(1.0, meetings_.front().share);
    double last = infinity;
    for (int halving = 0; halving <= halvings; ++halving) {
      const double t = std::max(std::ldexp(1.0, -halving), first);
      const double change = change_when_cut(t);
      if (change < best.change) {
        best = {t, change, true};
        best_move_.swap(move_);
      }
      if (t == first || (change > last && last < 0)) return;
      last = change;
    }
  }

  /// The change of Q by the step cut at kinks; sets its p.
  double change_when_cut(double t) {
    for (std::size_t i = 0; i < move_.size(); ++i) move_[i] = t * product_[i];
    double change = 0;
    for (std::size_t k = 0; k < d_.size(); ++k) {
      const std::uint32_t j = support_[k];
      const double moved = model_.after_step(j, d_[k], t) - v(j);
      if (model_.share_to_kink(j, d_[k]) <= t) x_.add(j, moved - t * d_[k], move_);
      change += moved * (0.5 * model_.l2(j) * moved - down_[k]);
    }
    return change + 0.5 * curvature_of(move_);
  }

  void take(const KinkStep& step) {
    for (std::size_t k = 0; k < d_.size(); ++k) {
      const std::uint32_t j = support_[k];
      model_.place(j, value_after(model_, j, d_[k], step));
    }
    if (!step.is_cut)
      for (std::size_t i = 0; i < move_.size(); ++i) best_move_[i] = step.t * product_[i];
    model_.add_move(best_move_);
  }

  void learn(double t) {
    constexpr double short_step = 0.3;
    constexpr double least_damping = 1e-8;
    if (t >= 1) {
      damping_ = std::max(least_damping, 0.1 * damping_);
      products_ = std::min(most_products, 2 * products_);
    } else if (t < short_step) {
      damping_ = std::min(1.0, 10 * damping_);
      products_ = std::max(fewest_products, products_ / 2);
    }
  }

  static constexpr int fewest_products = 20;
  static constexpr int most_products = 320;

  ColumnModel<T>& model_;
  ColumnsWithIntercept<T>& x_;
  HeavyColumns<T> heavy_;
  double damping_ = 1e-4;           // lambda
  int products_ = fewest_products;  // the most of a step
  std::vector<std::uint32_t> support_;
  bool by_rows_ = false;       // products by passes over rows
  std::vector<double> all_d_;  // over all columns
  std::vector<double> all_out_;
  std::vector<double> down_;
  std::vector<double> diagonal_;
  std::vector<double> d_;
  std::vector<KinkMeeting> meetings_;
  std::vector<double> product_;    // X_S d
  std::vector<double> move_;       // p of the step tried
  std::vector<double> best_move_;  // p of the best step
};

}  // namespace hingeline::internal
