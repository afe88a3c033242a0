// SPDX-License-Identifier: BSD-3-Clause
//
// Where to end along a direction d in some coordinates S, from a point v where R has kinks (penalized_point.hpp). Two
// ways:
//
//     straight   v + t d, over kinks, to the minimum of what is minimised: for columns that share their rows, such as
//                all values of several features, and only move together
//     cut        v + t d + c, c stopping coefficients at their kinks: for columns that leave the support one by one
//
// Cost: one number for each kink met.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include "core/infinity.hpp"
#include "solvers/rows/penalized_point.hpp"
#include "solvers/steps/line_minimum.hpp"

namespace hingeline::internal {

struct KinkStep {
  double t = 0;
  double change = 0;  ///< of what is minimised
  bool is_cut = false;
};

/// v_j after the step.
inline double value_after(const PenalizedPoint& point, std::size_t j, double d, const KinkStep& step) {
  const bool ends_at_kink = point.share_to_kink(j, d) == step.t;
  return step.is_cut || ends_at_kink ? point.after_step(j, d, step.t) : point.after_whole_step(j, d, step.t);
}

/// The rise of R's slope along d at the kink that coordinate j meets; infinite at a bound.
inline double rise_over_kink(const PenalizedPoint& point, std::size_t j, double d) {
  const IntervalTerm r = point.term(j);
  const bool is_zero = point.kink_towards(j, d) == 0 && r.lower < 0 && r.upper > 0;
  return is_zero ? 2 * r.l1 * std::abs(d) : infinity;
}

/// The step to the minimum along d, from kink to kink, no farther than `end` and not over a bound. `along` are slope
/// and curvature before the first kink, `meetings` the kinks before `end`.
inline KinkStep straight_step(const PenalizedPoint& point, std::span<const std::uint32_t> coordinates,
                              std::span<const double> d, std::span<const KinkMeeting> meetings, LineSlopes along,
                              double end) {
  KinkStep step;
  const auto go_to = [&](double t) {
    const double length = t - step.t;
    step.change += length * (along.first + 0.5 * along.second * length);
    along.first += along.second * length;
    step.t = t;
  };
  for (const KinkMeeting& meeting : meetings) {
    if (!(along.first + along.second * (meeting.share - step.t) < 0)) break;
    go_to(meeting.share);
    along.first += rise_over_kink(point, coordinates[meeting.k], d[meeting.k]);
    if (along.first >= 0) return step;
  }
  if (along.first < 0 && along.second > 0) go_to(std::min(end, step.t - along.first / along.second));
  return step;
}

}  // namespace hingeline::internal
