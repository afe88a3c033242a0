// SPDX-License-Identifier: BSD-3-Clause
//
// The term that makes the augmented Lagrangian the proximal method of multipliers (Rockafellar, Mathematics of
// Operations Research 1976), for problems without a ridge:
//
//     rho / 2 sum_j |x_j|^2 (w_j - centre_j)^2,    centre: w when s last moved
//
// It adds curvature along directions in which columns nearly cancel, where steps go from kink to kink; so inner
// minimisations end after a few steps, and s moves. rho begins as a small part of 1 / t. It falls with every centre,
// the faster the fewer steps that took, and rises where one takes many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/infinity.hpp"

namespace hingeline::internal {

/// The term is 0 before begin().
class ProximalTerm {
 public:
  /// `norm2` are the |x_j|^2.
  void begin(std::vector<double> norm2, std::span<const double> w, double t) {
    norm2_ = std::move(norm2);
    centre_.assign(w.begin(), w.end());
    rho_ = 1e-4 / t;
    smallest_ = infinity;
  }

  void add_gradient(std::span<const double> w, std::span<double> gradient) const {
    for (std::size_t j = 0; j < norm2_.size(); ++j) gradient[j] += rho_ * norm2_[j] * (w[j] - centre_[j]);
  }
  void add_curvature(std::span<double> diagonal) const {
    for (std::size_t j = 0; j < norm2_.size(); ++j) diagonal[j] += rho_ * norm2_[j];
  }
  /// The derivative at w + a d, along d.
  double derivative_along(std::span<const double> w, std::span<const double> d, double a) const {
    double derivative = 0;
    for (std::size_t j = 0; j < norm2_.size(); ++j)
      derivative += rho_ * norm2_[j] * (w[j] + a * d[j] - centre_[j]) * d[j];
    return derivative;
  }

  /// Moves the centre to w, which took so many steps. Returns whether rho is now below half of its least value so far.
  bool move_centre(std::span<const double> w, double t, std::int64_t steps) {
    constexpr double least = 1e-14;  // what the factor of H still sees
    std::copy(w.begin(), w.end(), centre_.begin());
    rho_ = std::max(rho_ / (steps <= 6 ? 10 : steps <= 20 ? 3 : 1), least / t);
    const bool is_news = rho_ < 0.5 * smallest_;
    smallest_ = std::min(smallest_, rho_);
    return is_news;
  }

  void rise(double t) { rho_ = std::min(3 * rho_, 1 / t); }

 private:
  std::vector<double> norm2_;
  std::vector<double> centre_;
  double rho_ = 0;
  double smallest_ = infinity;
};

}  // namespace hingeline::internal
