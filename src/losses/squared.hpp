// SPDX-License-Identifier: BSD-3-Clause
//
// Squared loss, r = y - z:
//
//     phi(y, z)      = r^2 / 2
//     d phi          = -r
//     d2 phi         = 1
//     (c phi)*(-s)   = s^2 / (2 c) - y s        for every s
//     step           s = r / (q + 1 / c),  r = y - v
//
// Source: Saunders, Gammerman and Vovk, ICML 1998 (ridge regression in dual variables).
#pragma once

#include <array>

#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct SquaredLoss {
  double value(double y, double z) const { return (y - z) * (y - z) / 2; }
  double derivative(double y, double z) const { return z - y; }
  double curvature(double, double) const { return 1; }
  double conjugate(double y, double c, double s) const {
    if (s == 0) return 0;
    return c == 0 ? infinity : s * (s / 2 / c - y);
  }
  Interval domain(double, double c) const { return c == 0 ? Interval{0, 0} : Interval{}; }
  double step(double y, double c, double v, double q) const { return (y - v) / (q + 1 / c); }
  double step_slope(double, double c, double, double q) const { return 1 / (q + 1 / c); }
  std::array<double, 0> kinks(double) const { return {}; }
};

static_assert(LossSheet<SquaredLoss>);

}  // namespace hingeline::internal
