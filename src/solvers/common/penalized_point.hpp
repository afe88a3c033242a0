// SPDX-License-Identifier: BSD-3-Clause
//
// A point v and what the penalty R (penalties/regularizer.hpp) makes of it coordinate by coordinate: values, kinks, and
// the minimum of a parabola and R_j. An intercept is one more coordinate (variables.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/problem.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/common/variables.hpp"

namespace hingeline::internal {

/// Where the k-th coordinate of a step meets a kink of R: after a share of the step.
struct KinkMeeting {
  double share;
  std::size_t k;
};

class PenalizedPoint {
 public:
  explicit PenalizedPoint(const Problem& problem) : regularizer_(problem), variables_(problem), v_(variables_.size()) {}

  const Regularizer& regularizer() const { return regularizer_; }
  std::size_t size() const { return v_.size(); }
  std::span<const double> v() const { return v_; }

  bool is_penalized(std::size_t j) const { return variables_.is_penalized(j); }
  IntervalTerm term(std::size_t j) const { return is_penalized(j) ? regularizer_.term(j) : IntervalTerm{}; }
  double l2(std::size_t j) const { return variables_.l2(j); }
  /// R_j(w).
  double penalty(std::size_t j, double w) const { return is_penalized(j) ? regularizer_.value(j, w) : 0; }

  void place(std::size_t j, double value) { v_[j] = value; }

  /// argmin_t  g (t - v_j) + h/2 (t - v_j)^2 + R_j(t); v_j, within the bounds, where there is no such t or any will do.
  double minimum_along(std::size_t j, double g, double h) const {
    const double curvature = h + l2(j);
    const IntervalTerm r = term(j);
    if (curvature > 0) return r.pulled(h * v_[j] - g, curvature);
    const double t = g == 0 && r.l1 == 0 ? infinity : r.maximiser(g);
    return std::isfinite(t) ? t : r.clip(v_[j]);
  }

  /// Neither 0 nor at a bound; always where R leaves it out.
  bool is_free(std::size_t j) const {
    if (!is_penalized(j)) return true;
    const IntervalTerm r = term(j);
    return v_[j] != 0 && v_[j] != r.lower && v_[j] != r.upper;
  }

  /// -(g + R_j'(v_j)) at a free v_j: how steeply what has the slope g, and R_j, fall.
  double down(std::size_t j, double g) const { return -(g + l2(j) * v_[j] + std::copysign(term(j).l1, v_[j])); }

  /// Where R_j has its next kink, going from a free v_j in a direction; infinite where it has none.
  double kink_towards(std::size_t j, double direction) const {
    const IntervalTerm r = term(j);
    if (r.l1 > 0 && v_[j] * direction < 0 && r.contains(0)) return 0;
    return direction > 0 ? r.upper : r.lower;
  }

  /// Nothing from a v_j that rounding has put beyond a bound.
  double share_to_kink(std::size_t j, double step) const {
    return step == 0 ? infinity : std::max(0.0, (kink_towards(j, step) - v_[j]) / step);
  }

  /// The meetings before a share `end` of a step of some coordinates, in their order.
  void find_meetings(std::span<const std::uint32_t> coordinates, std::span<const double> step, double end,
                     std::vector<KinkMeeting>& meetings) const {
    meetings.clear();
    for (std::size_t k = 0; k < step.size(); ++k)
      if (const double share = share_to_kink(coordinates[k], step[k]); share < end) meetings.push_back({share, k});
    std::ranges::sort(meetings, {}, &KinkMeeting::share);
  }

  /// v_j after t of a step, within the bounds whatever rounding says.
  double after_whole_step(std::size_t j, double step, double t) const { return term(j).clip(v_[j] + t * step); }

  /// v_j after t of a step, which ends at a kink.
  double after_step(std::size_t j, double step, double t) const {
    return share_to_kink(j, step) <= t ? kink_towards(j, step) : after_whole_step(j, step, t);
  }

 private:
  const Regularizer regularizer_;
  const Variables variables_;
  std::vector<double> v_;
};

}  // namespace hingeline::internal
