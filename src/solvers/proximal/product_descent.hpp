// SPDX-License-Identifier: BSD-3-Clause
//
// The minimum of Q (column_model.hpp) by the products A = X_K'H X_K of columns K (column_gram.hpp), with which a step
// along a column costs one row of A: coordinate descent, and now and then over what is not 0 with the signs as they are
// by Cholesky, for columns that are nearly dependent make coordinate descent slow:
//
//     B d = down,   B = A_SS + l2 I,   down = -(G + l2 v + l1 sign(v))_S
//
// Coefficients stop where they meet a kink of R, which cuts c off t d. Of 1, 1/2, 1/4, ... and the share t at the first
// kink that is taken which lowers Q most, by what a few products tell:
//
//     Q(v + t d + c) - Q(v) = (t^2 / 2 - t) down'd + (t - 1) down'c + 1/2 c'B c
//
// Where a kink was met it begins again. Columns that repeat others make A_SS singular: a little is added, which leaves
// their sum right.
//
// Cost: |K|^2 a pass, |S|^3 / 3 a factor.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/dense_ops.hpp"
#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/proximal/column_gram.hpp"
#include "solvers/proximal/column_model.hpp"

namespace hingeline::internal {

template <class T>
class ProductDescent {
 public:
  /// Keeps its memory from one model to the next.
  ProductDescent(ColumnModel<T>& model, ColumnGram<T>& gram) : model_(model), gram_(gram) {}

  /// Of a model that has begun, over the columns that `gram` has taken, until a pass lowers Q by no more than a share
  /// of what all did. r is left as it was. Returns what it cost, in visits of an entry.
  double minimise(double share) {
    constexpr int most = 1000;
    constexpr int now_and_then = 10;
    begin();
    double total = 0;
    for (int passes = 1; passes <= most && !model_.must_stop(); ++passes) {
      const double decrease = pass();
      total += decrease;
      if (decrease <= share * total) break;
      if (passes % now_and_then == 0) total += minimise_on_support();
    }
    return cost_;
  }

 private:
  /// What is not 0 nor at a bound.
  struct Support {
    std::vector<std::size_t> places;     // in K
    std::vector<std::uint32_t> columns;  // of X
    std::vector<double> down;

    std::size_t size() const { return places.size(); }
  };

  /// Where the step meets a kink.
  struct Meeting {
    double share;
    std::size_t k;  // of S
  };

  void begin() {
    cost_ = 0;
    columns_ = gram_.columns();
    gram_.products(model_.curvatures(), model_.least_curvature(), a_);
    g_.resize(columns_.size());
    for (std::size_t k = 0; k < g_.size(); ++k) g_[k] = model_.columns().dot(columns_[k], model_.slopes());
  }

  /// Returns what Q falls by, at least.
  double pass() {
    cost_ += 0.2 * static_cast<double>(columns_.size() * columns_.size());
    double decrease = 0;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const std::uint32_t j = columns_[k];
      const double h = a_.at(k, k);
      const double step = model_.minimum_along(j, g_[k], h) - v(j);
      if (step == 0) continue;
      decrease += 0.5 * (h + model_.l2(j)) * step * step;
      set(k, v(j) + step);
    }
    return decrease;
  }

  double v(std::size_t j) const { return model_.minimiser()[j]; }

  /// Moves K's k-th column, and all slopes with it.
  void set(std::size_t k, double value) {
    const double step = value - v(columns_[k]);
    if (step != 0) ops_.add(step, a_.data() + k * a_.stride(), g_.data(), g_.size());
    model_.place(columns_[k], value);
  }

  /// Returns by how much Q falls.
  double minimise_on_support() {
    constexpr int rounds = 50;
    double total = 0;
    for (int round = 0; round < rounds && !model_.must_stop(); ++round) {
      find_support();
      if (support_.size() == 0 || !find_step()) break;
      find_meetings();
      const double change = move(best_share());
      total -= change;
      if (!(change < 0) || meetings_.empty()) break;
    }
    return total;
  }

  void find_support() {
    support_.places.clear();
    support_.columns.clear();
    support_.down.clear();
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const std::uint32_t j = columns_[k];
      if (!model_.is_free(j)) continue;
      support_.places.push_back(k);
      support_.columns.push_back(j);
      support_.down.push_back(-(g_[k] + model_.l2(j) * v(j) + std::copysign(model_.term(j).l1, v(j))));
    }
  }

  double b(std::size_t k, std::size_t m) const {
    return a_.at(support_.places[k], support_.places[m]) + (k == m ? model_.l2(support_.columns[k]) : 0);
  }

  /// d; false where arithmetic overflowed.
  bool find_step() {
    constexpr double damping = 1e-10;
    const auto size = static_cast<double>(support_.size());
    cost_ += size * size * size / 120;
    if (!cholesky_.factor(
            support_.size(), [this](std::size_t k, std::size_t m) { return b(k, m); }, damping))
      return false;
    step_ = support_.down;
    cholesky_.solve(step_);
    return true;
  }

  void find_meetings() {
    meetings_.clear();
    for (std::size_t k = 0; k < step_.size(); ++k)
      if (const double share = model_.share_to_kink(support_.columns[k], step_[k]); share < 1)
        meetings_.push_back({share, k});
    std::sort(meetings_.begin(), meetings_.end(),
              [](const Meeting& one, const Meeting& other) { return one.share < other.share; });
  }

  double best_share() {
    const double first = meetings_.empty() ? 1 : meetings_.front().share;
    double along = 0;  // down'd
    for (std::size_t k = 0; k < step_.size(); ++k) along += support_.down[k] * step_[k];
    double best = first;
    double least = change_after(first, along);
    for (double t = 1; t > first; t *= 0.5)
      if (const double change = change_after(t, along); change < least) {
        least = change;
        best = t;
      }
    return best;
  }

  double value_after(std::size_t k, double t) const { return model_.after_step(support_.columns[k], step_[k], t); }

  /// What the sheet's formula says.
  double change_after(double t, double along) {
    cuts_.clear();
    double down_cut = 0;
    double curvature = 0;
    for (std::size_t n = 0; n < meetings_.size() && meetings_[n].share <= t; ++n) {
      const std::size_t k = meetings_[n].k;
      const double cut = value_after(k, t) - v(support_.columns[k]) - t * step_[k];
      down_cut += support_.down[k] * cut;
      curvature += b(k, k) * cut * cut;
      for (std::size_t m = 0; m < n; ++m) curvature += 2 * b(k, meetings_[m].k) * cut * cuts_[m];
      cuts_.push_back(cut);
    }
    return (0.5 * t - 1) * t * along + (t - 1) * down_cut + 0.5 * curvature;
  }

  /// By t of the step up to the kinks, unless that does not lower Q; returns its change.
  double move(double t) {
    before_ = g_;
    moves_.clear();
    for (std::size_t k = 0; k < step_.size(); ++k) {
      const double from = v(support_.columns[k]);
      set(support_.places[k], value_after(k, t));
      moves_.push_back(v(support_.columns[k]) - from);
    }
    double change = 0;
    for (std::size_t k = 0; k < moves_.size(); ++k) {
      const std::size_t place = support_.places[k];
      const double slopes = g_[place] - before_[place] + model_.l2(support_.columns[k]) * moves_[k];
      change += moves_[k] * (0.5 * slopes - support_.down[k]);
    }
    if (change < 0) return change;
    for (std::size_t k = 0; k < moves_.size(); ++k)
      model_.place(support_.columns[k], v(support_.columns[k]) - moves_[k]);
    g_.swap(before_);
    return 0;
  }

  ColumnModel<T>& model_;
  ColumnGram<T>& gram_;
  const DenseOps<double> ops_ = dense_ops<double>();

  double cost_ = 0;                         // of this model, about
  std::span<const std::uint32_t> columns_;  // K
  GramMatrix a_{0};
  std::vector<double> g_;  // G of K

  Support support_;  // S
  ScaledCholesky cholesky_;
  std::vector<double> step_;       // d
  std::vector<Meeting> meetings_;  // in their order
  std::vector<double> cuts_;       // c, of the first of them
  std::vector<double> moves_;
  std::vector<double> before_;  // G
};

}  // namespace hingeline::internal
