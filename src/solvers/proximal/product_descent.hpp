// SPDX-License-Identifier: BSD-3-Clause
//
// The minimum of Q (column_model.hpp) by the products A = X_K'H X_K of columns K (column_gram.hpp), with which a step
// along a column costs one row of A: coordinate descent, and now and then over what is not 0 with the signs as they are
// by Cholesky, for columns that are nearly dependent make coordinate descent slow:
//
//     d = (A_SS + l2 I)^(-1) down,   down = -(G + l2 v + l1 sign(v))_S
//
// Coefficients stop where they meet a kink of R; of 1, 0.3, 0.09, ... and the first kink the share of d that lowers Q
// most is taken, and where a kink was met it begins again. Columns that repeat others make A_SS singular: a little is
// added, which leaves their sum right.
//
// Cost: |K|^2 a pass, |S|^3 / 3 a factor.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/proximal/column_gram.hpp"
#include "solvers/proximal/column_model.hpp"

namespace hingeline::internal {

template <class T>
class ProductDescent {
 public:
  /// Of a model that has begun, over the columns that `gram` has taken.
  ProductDescent(ColumnModel<T>& model, const ColumnGram<T>& gram)
      : model_(model), columns_(gram.columns()), a_(gram.products(model.curvatures(), model.least_curvature())) {
    for (const std::uint32_t j : columns_) g_.push_back(model_.columns().dot(j, model_.slopes()));
  }

  /// Until a pass lowers Q by no more than a share of what all did. r is left as it was.
  void minimise(double share) {
    constexpr int most = 1000;
    constexpr int now_and_then = 10;
    double total = 0;
    for (int passes = 1; passes <= most && !model_.must_stop(); ++passes) {
      const double decrease = pass();
      total += decrease;
      if (decrease <= share * total) return;
      if (passes % now_and_then == 0) total += minimise_on_support();
    }
  }

 private:
  /// What is not 0 nor at a bound.
  struct Support {
    std::vector<std::size_t> places;     // in K
    std::vector<std::uint32_t> columns;  // of X
    std::vector<double> down;

    std::size_t size() const { return places.size(); }
  };

  /// Returns what Q falls by, at least.
  double pass() {
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
    const double* row = a_.data() + k * a_.stride();
    for (std::size_t m = 0; m < g_.size(); ++m) g_[m] += step * row[m];
    model_.place(columns_[k], value);
  }

  /// Returns by how much Q falls.
  double minimise_on_support() {
    constexpr int rounds = 50;
    constexpr double damping = 1e-10;
    double total = 0;
    for (int round = 0; round < rounds && !model_.must_stop(); ++round) {
      const Support support = find_support();
      const GramMatrix hessian = hessian_of(support);
      std::vector<double> step = support.down;
      ScaledCholesky cholesky;
      if (support.size() == 0 || !cholesky.factor(hessian, damping)) break;
      cholesky.solve(step);
      double first_kink = 1;
      for (std::size_t k = 0; k < step.size(); ++k)
        first_kink = std::min(first_kink, model_.share_to_kink(support.columns[k], step[k]));
      const auto [t, change] = best_share(support, hessian, step, first_kink);
      if (!(change < 0)) break;
      for (std::size_t k = 0; k < step.size(); ++k)
        set(support.places[k], model_.after_step(support.columns[k], step[k], t));
      total -= change;
      if (first_kink == 1) break;
    }
    return total;
  }

  Support find_support() const {
    Support support;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      const std::uint32_t j = columns_[k];
      if (!model_.is_free(j)) continue;
      support.places.push_back(k);
      support.columns.push_back(j);
      support.down.push_back(-(g_[k] + model_.l2(j) * v(j) + std::copysign(model_.term(j).l1, v(j))));
    }
    return support;
  }

  /// Its lower triangle.
  GramMatrix hessian_of(const Support& support) const {
    GramMatrix hessian(support.size());
    for (std::size_t k = 0; k < support.size(); ++k) {
      for (std::size_t m = 0; m <= k; ++m) hessian.at(k, m) = a_.at(support.places[k], support.places[m]);
      hessian.at(k, k) += model_.l2(support.columns[k]);
    }
    return hessian;
  }

  struct ShareOfStep {
    double t = 0;
    double change = 0;  // of Q
  };

  ShareOfStep best_share(const Support& support, const GramMatrix& hessian, std::span<const double> step,
                         double first_kink) const {
    std::vector<double> move(step.size());
    ShareOfStep best;
    for (double t = 1;; t = std::max(0.3 * t, first_kink)) {
      for (std::size_t k = 0; k < move.size(); ++k)
        move[k] = model_.after_step(support.columns[k], step[k], t) - v(support.columns[k]);
      if (const double change = quadratic(hessian, support.down, move); change < best.change) best = {t, change};
      if (t <= first_kink) return best;
    }
  }

  /// 1/2 d'H d - down'd.
  static double quadratic(const GramMatrix& hessian, std::span<const double> down, std::span<const double> d) {
    double total = 0;
    for (std::size_t k = 0; k < d.size(); ++k) {
      double row = 0.5 * hessian.at(k, k) * d[k] - down[k];
      for (std::size_t m = 0; m < k; ++m) row += hessian.at(k, m) * d[m];
      total += row * d[k];
    }
    return total;
  }

  ColumnModel<T>& model_;
  const std::span<const std::uint32_t> columns_;  // K
  const GramMatrix a_;
  std::vector<double> g_;  // G of K
};

}  // namespace hingeline::internal
