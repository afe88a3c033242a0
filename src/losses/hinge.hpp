// SPDX-License-Identifier: BSD-3-Clause
//
// Hinge loss, m = y z:
//
//     phi(y, z)      = max(0, 1 - m)
//     d phi          = -y for m < 1, 0 for m > 1, [-1, 0] y at the kink m = 1
//     d2 phi         = 0
//     (c phi)*(-s)   = -y s                         for 0 <= y s <= c
//     step           s = y clip((1 - y v) / q, 0, c) = clip((y - v) / q, domain)
//
// Source: Hsieh et al., ICML 2008, equations (4) and (9), alpha = y s.
#pragma once

#include <algorithm>
#include <array>

#include "losses/clipped_quotient.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct HingeLoss {
  double value(double y, double z) const { return std::max(0.0, 1 - y * z); }
  double derivative(double y, double z) const { return y * z < 1 ? -y : 0.0; }
  double curvature(double, double) const { return 0; }
  double conjugate(double y, double c, double s) const { return domain(y, c).contains(s) ? -y * s : infinity; }
  Interval domain(double y, double c) const { return y > 0 ? Interval{0, c} : Interval{-c, 0}; }
  double step(double y, double c, double v, double q) const { return clipped_quotient(y - v, q, domain(y, c)); }
  double step_slope(double y, double c, double v, double q) const {
    return clipped_quotient_slope(y - v, q, domain(y, c));
  }
  std::array<double, 1> kinks(double y) const { return {y}; }
};

static_assert(LossSheet<HingeLoss>);

}  // namespace hingeline::internal
