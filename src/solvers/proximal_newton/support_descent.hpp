// SPDX-License-Identifier: BSD-3-Clause
//
// The minimum of Q (column_model.hpp) where the support S, what is not 0, is too large for a Cholesky factor: conjugate
// gradients over S with the signs as they are,
//
//     (X_S'H X_S + l2 I) d = down,   down = -(G + l2 v + l1 sign(v))_S,
//
// preconditioned by the diagonal; the first of d, d / 2, d / 4, ... that lowers Q, coefficients stopping where they
// meet a kink of R; some passes; and again until no kink is met. Where many are the support is not known yet, which is
// left to passes.
//
// Cost: two reads of S a product.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "solvers/common/conjugate_gradients.hpp"
#include "solvers/proximal_newton/column_model.hpp"

namespace hingeline::internal {

template <class T>
class SupportDescent {
 public:
  /// Of a model that has begun and made a pass.
  explicit SupportDescent(ColumnModel<T>& model) : model_(model), x_(model.columns()), move_(x_.rows()) {}

  /// To a share of the squared residual. False where it is too early for it, or `budget` entries were visited.
  bool minimise(double share, double budget) {
    constexpr int rounds = 20;
    constexpr double share_of_passes = 0.3;
    until_ = static_cast<double>(x_.visited()) + budget;
    for (int round = 0; round < rounds; ++round) {
      find_support();
      const std::size_t kinks = step(share);
      model_.descend(share_of_passes);
      if (kinks == 0) return true;
      if (10 * kinks > support_.size() || is_spent()) return false;
    }
    return false;
  }

 private:
  bool is_spent() const { return static_cast<double>(x_.visited()) > until_ || model_.must_stop(); }
  double v(std::size_t j) const { return model_.v()[j]; }

  void find_support() {
    support_.clear();
    std::copy_if(model_.candidates().begin(), model_.candidates().end(), std::back_inserter(support_),
                 [this](std::uint32_t j) { return model_.is_free(j); });
    down_.resize(support_.size());
    diagonal_.resize(support_.size());
    for (std::size_t k = 0; k < support_.size(); ++k) {
      const std::uint32_t j = support_[k];
      const ColumnSlopes at = model_.slopes_of(j);
      down_[k] = -(at.first + model_.l2(j) * v(j) + std::copysign(model_.term(j).l1, v(j)));
      diagonal_[k] = at.second + model_.l2(j);
    }
  }

  /// Returns how many kinks are in the way.
  std::size_t step(double share) {
    constexpr int halvings = 30;
    const std::vector<double> d = direction(share);
    std::size_t kinks = 0;
    for (std::size_t k = 0; k < d.size(); ++k) kinks += model_.share_to_kink(support_[k], d[k]) < 1 ? 1 : 0;
    double t = 1;
    for (int halving = 0; halving < halvings; ++halving, t *= 0.5) {
      if (change_of_model(d, t) > 0) continue;
      for (std::size_t k = 0; k < d.size(); ++k) model_.place(support_[k], model_.after_step(support_[k], d[k], t));
      model_.add_move(move_);
      break;
    }
    return kinks;
  }

  std::vector<double> direction(double share) {
    constexpr int most = 200;
    const auto multiply = [&](std::span<const double> d, std::span<double> out) {
      combine(d);
      for (std::size_t i = 0; i < move_.size(); ++i) move_[i] *= model_.curvatures()[i];
      for (std::size_t k = 0; k < support_.size(); ++k)
        out[k] = x_.dot(support_[k], move_) + model_.l2(support_[k]) * d[k];
    };
    const auto precondition = [&](std::span<const double> d, std::span<double> out) {
      for (std::size_t k = 0; k < d.size(); ++k) out[k] = diagonal_[k] > 0 ? d[k] / diagonal_[k] : 0;
    };
    double target = -1;
    const auto enough = [&](const Residual& left) {
      if (target < 0) target = share * left.preconditioned;
      return left.preconditioned <= target || is_spent();
    };
    std::vector<double> d(support_.size());
    ConjugateGradients(d.size()).solve(multiply, precondition, down_, enough, most, d);
    return d;
  }

  /// p = X_S d.
  void combine(std::span<const double> d) {
    std::fill(move_.begin(), move_.end(), 0.0);
    for (std::size_t k = 0; k < d.size(); ++k) x_.add(support_[k], d[k], move_);
  }

  /// Of Q, by t of d up to the kinks; sets p of it.
  double change_of_model(std::span<const double> d, double t) {
    std::vector<double> move(d.size());
    double change = 0;
    for (std::size_t k = 0; k < d.size(); ++k) {
      const std::uint32_t j = support_[k];
      move[k] = model_.after_step(j, d[k], t) - v(j);
      change += move[k] * (0.5 * model_.l2(j) * move[k] - down_[k]);
    }
    combine(move);
    for (std::size_t i = 0; i < move_.size(); ++i) change += 0.5 * model_.curvatures()[i] * move_[i] * move_[i];
    return change;
  }

  ColumnModel<T>& model_;
  ColumnsWithIntercept<T>& x_;
  double until_ = 0;  // so many entries were visited
  std::vector<std::uint32_t> support_;
  std::vector<double> down_;
  std::vector<double> diagonal_;
  std::vector<double> move_;  // p
};

}  // namespace hingeline::internal
