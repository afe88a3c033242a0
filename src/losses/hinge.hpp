// SPDX-License-Identifier: BSD-3-Clause
//
// Hinge loss, m = y z:
//
//     phi(y, z)      = max(0, 1 - m)
//     d phi          = -y for m < 1, 0 for m > 1, [-1, 0] y at the kink m = 1
//     (c phi)*(-s)   = -y s                         for 0 <= y s <= c
//     step           s = y clip((1 - y v) / q, 0, c)
//
// Source: Hsieh et al., ICML 2008, equations (4) and (9), alpha = y s.
#pragma once

#include <algorithm>
#include <array>

#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct HingeLoss {
  double value(double y, double z) const { return std::max(0.0, 1 - y * z); }
  double derivative(double y, double z) const { return y * z < 1 ? -y : 0.0; }
  double curvature(double, double) const { return 0; }
  double conjugate(double y, double c, double s) const {
    const double alpha = y * s;
    return alpha >= 0 && alpha <= c ? -alpha : infinity;
  }
  Interval domain(double y, double c) const { return y > 0 ? Interval{0, c} : Interval{-c, 0}; }
  double step(double y, double c, double v, double q) const {
    const double distance = 1 - y * v;
    if (distance <= 0) return 0;
    return y * (distance >= c * q ? c : distance / q);
  }
  double step_slope(double y, double c, double v, double q) const {
    const double distance = 1 - y * v;
    return distance > 0 && distance < c * q ? 1 / q : 0.0;
  }
  std::array<double, 1> kinks(double y) const { return {y}; }
};

static_assert(LossSheet<HingeLoss>);

}  // namespace hingeline::internal
