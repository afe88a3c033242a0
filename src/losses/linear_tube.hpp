// SPDX-License-Identifier: BSD-3-Clause
//
// What the regression losses with linear sides share: no loss within epsilon of the target, then a slope of its own on
// each side. r = y - z, epsilon >= 0.
//
//     phi(y, z)      = above max(0, r - epsilon) + below max(0, -r - epsilon)
//     d phi          = -above for r > epsilon, 0 for |r| < epsilon, below for r < -epsilon, what lies between at kinks
//     d2 phi         = 0
//     (c phi)*(-s)   = epsilon |s| - y s            for -c below <= s <= c above
//     step         s = clip((r - clip(r, -epsilon, epsilon)) / q, -c below, c above),  r = y - v
//
// Source: Ho and Lin, JMLR 2012 (large-scale linear SVR), section 3.2, with s = beta = alpha+ - alpha-.
#pragma once

#include <algorithm>
#include <cmath>

#include "losses/clipped_quotient.hpp"
#include "losses/loss_concept.hpp"
#include "losses/tube_excess.hpp"

namespace hingeline::internal {

struct LinearTube {
  double epsilon;
  double above;
  double below;

  double value(double y, double z) const {
    const double excess = tube_excess(y - z, epsilon);
    return excess > 0 ? above * excess : -below * excess;
  }
  double derivative(double y, double z) const {
    const double excess = tube_excess(y - z, epsilon);
    if (excess == 0) return 0;
    return excess > 0 ? -above : below;
  }
  double curvature(double, double) const { return 0; }
  double conjugate(double y, double c, double s) const {
    return domain(y, c).contains(s) ? epsilon * std::abs(s) - y * s : infinity;
  }
  Interval domain(double, double c) const { return {-c * below, c * above}; }
  double step(double y, double c, double v, double q) const {
    return clipped_quotient(tube_excess(y - v, epsilon), q, domain(y, c));
  }
  double step_slope(double y, double c, double v, double q) const {
    const double r = y - v;
    return std::abs(r) < epsilon ? 0 : clipped_quotient_slope(tube_excess(r, epsilon), q, domain(y, c));
  }
};

}  // namespace hingeline::internal
