// SPDX-License-Identifier: BSD-3-Clause
//
// Squared hinge loss, m = y z:
//
//     phi(y, z)      = max(0, 1 - m)^2
//     d phi          = -2 y max(0, 1 - m)
//     d2 phi         = 2 for m < 1, 0 for m > 1
//     (c phi)*(-s)   = (y s)^2 / (4 c) - y s        for y s >= 0
//     step           s = y max(0, 1 - y v) / (q + 1 / (2 c))
//
// Source: Hsieh et al., ICML 2008, section 2: the L2 loss is a diagonal of 1 / (2 C) added to Q, alpha = y s unbounded.
#pragma once

#include <algorithm>
#include <array>

#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct SquaredHingeLoss {
  double value(double y, double z) const {
    const double distance = std::max(0.0, 1 - y * z);
    return distance * distance;
  }
  double derivative(double y, double z) const { return -2 * y * std::max(0.0, 1 - y * z); }
  double curvature(double y, double z) const { return y * z < 1 ? 2 : 0; }
  double conjugate(double y, double c, double s) const {
    if (s == 0) return 0;
    return domain(y, c).contains(s) ? s * (s / 4 / c - y) : infinity;
  }
  Interval domain(double y, double c) const {
    if (c == 0) return {0, 0};
    return y > 0 ? Interval{0, infinity} : Interval{-infinity, 0};
  }
  double step(double y, double c, double v, double q) const { return y * std::max(0.0, 1 - y * v) / (q + 1 / (2 * c)); }
  double step_slope(double y, double c, double v, double q) const { return y * v < 1 ? 1 / (q + 1 / (2 * c)) : 0; }
  std::array<double, 1> kinks(double y) const { return {y}; }
};

static_assert(LossSheet<SquaredHingeLoss>);

}  // namespace hingeline::internal
