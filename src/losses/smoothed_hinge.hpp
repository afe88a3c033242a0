// SPDX-License-Identifier: BSD-3-Clause
//
// Smoothed hinge loss, m = y z, gamma > 0: the hinge with its corner rounded by a parabola of width gamma.
//
//     phi(y, z)      = 0                          for m >= 1
//                      (1 - m)^2 / (2 gamma)      for 1 - gamma <= m <= 1
//                      1 - m - gamma / 2          for m <= 1 - gamma
//     d phi          = -y clip((1 - m) / gamma, 0, 1)
//     d2 phi         = 1 / gamma for 1 - gamma < m < 1, 0 elsewhere
//     (c phi)*(-s)   = gamma (y s)^2 / (2 c) - y s        for 0 <= y s <= c
//     step           s = y clip((1 - y v) / (q + gamma / c), 0, c) = clip((y - v) / (q + gamma / c), domain)
//
// Source: Shalev-Shwartz and Zhang, JMLR 2013 (stochastic dual coordinate ascent), section 5.
#pragma once

#include <algorithm>
#include <array>

#include "losses/clipped_quotient.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct SmoothedHingeLoss {
  double gamma = 1;

  double value(double y, double z) const {
    const double distance = std::max(0.0, 1 - y * z);
    return distance < gamma ? distance * (distance / (2 * gamma)) : distance - gamma / 2;
  }
  double derivative(double y, double z) const { return -y * std::clamp((1 - y * z) / gamma, 0.0, 1.0); }
  double curvature(double y, double z) const {
    const double distance = 1 - y * z;
    return distance > 0 && distance < gamma ? 1 / gamma : 0;
  }
  double conjugate(double y, double c, double s) const {
    if (s == 0) return 0;
    return domain(y, c).contains(s) ? s * (gamma * (s / 2 / c) - y) : infinity;
  }
  Interval domain(double y, double c) const { return y > 0 ? Interval{0, c} : Interval{-c, 0}; }
  double step(double y, double c, double v, double q) const {
    return clipped_quotient(y - v, q + gamma / c, domain(y, c));
  }
  double step_slope(double y, double c, double v, double q) const {
    return clipped_quotient_slope(y - v, q + gamma / c, domain(y, c));
  }
  std::array<double, 2> kinks(double y) const {
    return y > 0 ? std::array{1 - gamma, 1.0} : std::array{-1.0, gamma - 1};
  }
};

static_assert(LossSheet<SmoothedHingeLoss>);

}  // namespace hingeline::internal
