// SPDX-License-Identifier: BSD-3-Clause
//
// A point v, and the penalty R (penalties/regularizer.hpp) coordinate by coordinate: values, kinks, and the minimum of
// a parabola and R_j. An intercept is one more coordinate (variables.hpp).
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
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

/// The k-th coordinate of a step meets a kink of R after this share of the step.
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

  /// Whether v_j is neither 0 nor at a bound, or not penalized.
  bool is_free(std::size_t j) const {
    if (!is_penalized(j)) return true;
    const IntervalTerm r = term(j);
    return v_[j] != 0 && v_[j] != r.lower && v_[j] != r.upper;
  }

  /// -(g + R_j'(v_j)) at a free v_j: the steepness of descent, g being the slope without R_j.
  double down(std::size_t j, double g) const { return -(g + l2(j) * v_[j] + std::copysign(term(j).l1, v_[j])); }

  /// The next kink of R_j from a free v_j in this direction; infinite where there is none.
  double kink_towards(std::size_t j, double direction) const {
    const IntervalTerm r = term(j);
    if (r.l1 > 0 && v_[j] * direction < 0 && r.contains(0)) return 0;
    return direction > 0 ? r.upper : r.lower;
  }

  /// The share of a step at which v_j meets a kink; 0 from a v_j that rounding has put beyond a bound.
  double share_to_kink(std::size_t j, double step) const {
    return step == 0 ? infinity : std::max(0.0, (kink_towards(j, step) - v_[j]) / step);
  }

  /// Finds the meetings with kinks before a share `end` of a step of some coordinates, in ascending order.
  void find_meetings(std::span<const std::uint32_t> coordinates, std::span<const double> step, double end,
                     std::vector<KinkMeeting>& meetings) const {
    meetings.clear();
    for (std::size_t k = 0; k < step.size(); ++k)
      if (const double share = share_to_kink(coordinates[k], step[k]); share < end) meetings.push_back({share, k});
    std::ranges::sort(meetings, {}, &KinkMeeting::share);
  }

  /// v_j after a share t of a step, kept within the bounds against rounding.
  double after_whole_step(std::size_t j, double step, double t) const { return term(j).clip(v_[j] + t * step); }

  /// v_j after a share t of a step that ends at the first kink.
  double after_step(std::size_t j, double step, double t) const {
    return share_to_kink(j, step) <= t ? kink_towards(j, step) : after_whole_step(j, step, t);
  }

 private:
  const Regularizer regularizer_;
  const Variables variables_;
  std::vector<double> v_;
};

}  // namespace hingeline::internal
