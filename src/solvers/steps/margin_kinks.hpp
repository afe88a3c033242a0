// SPDX-License-Identifier: BSD-3-Clause
//
// Rows whose margin is next to 1 (move_off_kinks.hpp, crammer_singer/is_answer.hpp): the loss that they may have, and
// the least t for which (1 + t) times their margins are beyond 1.
#pragma once

#include <algorithm>
#include <cmath>

#include "problem/rounding.hpp"

namespace hingeline::internal {

class MarginKinks {
 public:
  /// `primal` and tolerance are those of an answer: scaling by 1 + t may cost a share of what the tolerance allows.
  MarginKinks(double primal, double tolerance) : primal_(primal), reach_(share * tolerance) {}

  /// Whether such rows can matter at all, if the terms of a margin are no larger than `most_terms` times the margin:
  /// otherwise no row need be looked at. `costs` is sum_i c_i.
  static bool may_matter(double costs, double primal, double tolerance) {
    constexpr double most_terms = 1e4;
    return costs * term_rounding * most_terms > tolerance * std::abs(primal);
  }

  bool is_near(double margin) const { return std::abs(1 - margin) <= reach_; }

  /// Takes a near margin, known to delta, and returns what it may lack of 1; 0 if it is surely beyond.
  double take(double margin, double delta) {
    if (margin > 1 + delta) return 0;
    t_ = std::max(t_, (1 - margin + 2 * delta) / margin);
    return std::max(0.0, 1 - margin) + delta;
  }

  void add_loss(double loss) { loss_ += loss; }

  /// Whether the near margins may lose more than the tolerance allows, while scaling by 1 + t costs less.
  bool needs_scaling() const { return loss_ > reach_ * primal_ && t_ <= reach_; }
  double t() const { return t_; }

 private:
  static constexpr double share = 0.125;

  double primal_;
  double reach_;
  double loss_ = 0;
  double t_ = 0;
};

}  // namespace hingeline::internal
