// SPDX-License-Identifier: BSD-3-Clause
//
// Huber loss, r = y - z, delta > 0:
//
//     phi(y, z)      = r^2 / 2                        for |r| <= delta
//                      delta (|r| - delta / 2)        beyond
//     d phi          = -clip(r, -delta, delta)
//     d2 phi         = 1 for |r| < delta, 0 for |r| > delta
//     (c phi)*(-s)   = s^2 / (2 c) - y s              for |s| <= c delta
//     step           s = clip(r / (q + 1 / c), -c delta, c delta),  r = y - v
//
// Source: Huber, Annals of Mathematical Statistics 1964.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "losses/clipped_quotient.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct HuberLoss {
  double delta = 1;

  double value(double y, double z) const {
    const double distance = std::abs(y - z);
    return distance <= delta ? distance * distance / 2 : delta * (distance - delta / 2);
  }
  double derivative(double y, double z) const { return std::clamp(z - y, -delta, delta); }
  double curvature(double y, double z) const { return std::abs(y - z) < delta ? 1 : 0; }
  double conjugate(double y, double c, double s) const {
    if (s == 0) return 0;
    return domain(y, c).contains(s) ? s * (s / 2 / c - y) : infinity;
  }
  Interval domain(double, double c) const { return {-c * delta, c * delta}; }
  double step(double y, double c, double v, double q) const { return clipped_quotient(y - v, q + 1 / c, domain(y, c)); }
  double step_slope(double y, double c, double v, double q) const {
    return clipped_quotient_slope(y - v, q + 1 / c, domain(y, c));
  }
  std::array<double, 2> kinks(double y) const { return {y - delta, y + delta}; }
};

static_assert(LossSheet<HuberLoss>);

}  // namespace hingeline::internal
