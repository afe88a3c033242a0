// SPDX-License-Identifier: BSD-3-Clause
//
// The intercept in dual coordinate descent, as scalars beside u = sum_i s_i x_i.
//
// Free: its dual is the constraint S = sum_i s_i = 0, enforced by an augmented Lagrangian (method of multipliers;
// Hestenes 1969, Powell 1969) whose multiplier b0 moves after every pass. Columns are centred by their means m, which
// changes nothing where S = 0 but makes convergence much faster,
//
//     w = sum_i s_i (x_i - m),   prediction  (x_i - m)'w + b0 + tau^2 S,   curvature  |x_i - m|^2 + tau^2,
//     then b0 += tau^2 S
//
// Sparse rows stay sparse, because with g_i = m'x_i and mu = m'u = sum_i s_i g_i
//
//     (x_i - m)'w = x_i'u - S g_i - mu + S m'm
//
// At S = 0 the intercept of uncentred rows is b0 - mu. tau^2 is a tenth of the mean of |x_i - m|^2 and stays fixed:
// raising it where |S| stalls freezes the rows, whose steps are divided by it.
//
// Penalized: the same formulas with m = 0, tau = bias and b0 = 0 throughout are exactly those of the appended column.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

#include "hingeline/problem.hpp"
#include "solvers/dual_cd/row_geometry.hpp"

namespace hingeline::internal {

class InterceptCentre {
 public:
  /// Refers to the mean.
  InterceptCentre(Intercept kind, const ColumnMean& mean)
      : kind_(kind), mean_(mean.mean), mean_dot_(mean.mean_dot), mean_norm2_(mean.norm2), tau2_(mean.tau2) {}

  /// Prefetches what offset() and add() read of a row.
  [[gnu::always_inline]] void prefetch(std::size_t i) const {
    if (kind_ == Intercept::free) __builtin_prefetch(&mean_dot_[i]);
  }

  /// The part of a row's prediction beyond x_i'u.
  double offset(std::size_t i) const {
    if (kind_ == Intercept::none) return 0;
    return kind_ == Intercept::free ? shift_ - sum_ * mean_dot_[i] : shift_;
  }

  /// The intercept's sums for changes of several s_i that are not made.
  struct Share {
    double sum = 0;
    double mean_dot_sum = 0;
  };

  void add_to(Share& share, std::size_t i, double change) const {
    if (kind_ == Intercept::none) return;
    share.sum += change;
    if (kind_ == Intercept::free) share.mean_dot_sum += change * mean_dot_[i];
  }

  /// What these changes would add to a row's prediction beyond x_i'(change of u).
  double offset(std::size_t i, const Share& share) const {
    if (kind_ == Intercept::none) return 0;
    const double mean_dot = kind_ == Intercept::free ? mean_dot_[i] : 0;
    return (tau2_ + mean_norm2_ - mean_dot) * share.sum - share.mean_dot_sum;
  }

  /// The part of every row's curvature beyond q.
  double tau2() const { return tau2_; }

  /// s_i has changed by `change`.
  void add(std::size_t i, double change) {
    if (kind_ == Intercept::none) return;
    sum_ += change;
    const double mean_dot = kind_ == Intercept::free ? mean_dot_[i] : 0;
    mean_dot_sum_ += change * mean_dot;
    shift_ += change * (tau2_ + mean_norm2_ - mean_dot);
  }

  /// S m_j, by which centring lowers u_j.
  double mean_share(std::size_t j) const { return mean_.empty() ? 0 : sum_ * mean_[j]; }

  /// Takes note that nu_j, the part of w_j that is not from s, has changed by `change`.
  void add_pull(std::size_t j, double change) {
    if (mean_.empty()) return;
    pull_ += mean_[j] * change;
    shift_ -= mean_[j] * change;
  }

  /// Takes note that nu = 0.
  void forget_pull() {
    shift_ += pull_;
    pull_ = 0;
  }

  /// The intercept b of uncentred rows, exact where S = 0.
  double intercept() const { return kind_ == Intercept::free ? centre_ - mean_dot_sum_ - pull_ : shift_; }

  /// Starts from an intercept b (of uncentred rows); add() must have been called for the s to start from.
  void start_at(double intercept) {
    if (kind_ == Intercept::free) centre_ = intercept + mean_dot_sum_ + pull_;
    refresh();
  }

  /// Moves the multiplier after a pass; returns by how much predictions move.
  double move() {
    if (kind_ != Intercept::free) return 0;
    const double change = tau2_ * sum_;
    centre_ += change;
    refresh();
    return std::abs(change);
  }

 private:
  void refresh() { shift_ = centre_ + (tau2_ + mean_norm2_) * sum_ - mean_dot_sum_ - pull_; }

  Intercept kind_;
  std::span<const double> mean_;
  std::span<const double> mean_dot_;  // g
  double mean_norm2_;                 // m'm
  double tau2_;
  double centre_ = 0;        // b0
  double sum_ = 0;           // S
  double mean_dot_sum_ = 0;  // mu
  double shift_ = 0;         // b0 + (tau^2 + m'm) S - mu - m'(w - u)
  double pull_ = 0;          // m'(w - u)
};

}  // namespace hingeline::internal
