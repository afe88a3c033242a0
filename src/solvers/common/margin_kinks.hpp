// SPDX-License-Identifier: BSD-3-Clause
//
// What stands at a margin of 1 (move_off_kinks.hpp, crammer_singer/is_answer.hpp): of rows within reach of it what
// they may lose, and the least t that has (1 + t) times their margins beyond it.
#pragma once

#include <algorithm>
#include <cmath>

#include "problem/rounding.hpp"

namespace hingeline::internal {

class MarginKinks {
 public:
  /// `primal` and the tolerance of an answer: t may cost a share of that.
  MarginKinks(double primal, double tolerance) : primal_(primal), reach_(share * tolerance) {}

  /// Whether rows can matter at all, terms of their margins no more than `most_terms` times these: else none need be
  /// looked at. `costs` is sum_i c_i.
  static bool may_matter(double costs, double primal, double tolerance) {
    constexpr double most_terms = 1e4;
    return costs * term_rounding * most_terms > tolerance * std::abs(primal);
  }

  bool is_near(double margin) const { return std::abs(1 - margin) <= reach_; }

  /// What a near margin, known to delta, may lack of 1; 0 for one beyond.
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
