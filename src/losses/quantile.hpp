// SPDX-License-Identifier: BSD-3-Clause
//
// Quantile (pinball) loss with an optional tube, r = y - z, 0 < tau < 1, epsilon >= 0:
//
//     phi(y, z)      = tau max(0, r - epsilon) + (1 - tau) max(0, -r - epsilon)
//     d phi          = -tau for r > epsilon, 0 for |r| < epsilon, 1 - tau for r < -epsilon
//                      (what lies between at the kinks)
//     d2 phi         = 0
//     (c phi)*(-s)   = epsilon |s| - y s            for -c (1 - tau) <= s <= c tau
//     step           s = clip((r - clip(r, -epsilon, epsilon)) / q, -c (1 - tau), c tau),  r = y - v
//
// Source: Koenker and Bassett, Econometrica 1978; the tube as in support vector regression. The code is
// linear_tube.hpp's.
#pragma once

#include <array>

#include "losses/linear_tube.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct QuantileLoss : LinearTube {
  QuantileLoss(double tau, double half_width) : LinearTube{half_width, tau, 1 - tau} {}
  std::array<double, 2> kinks(double y) const { return {y - epsilon, y + epsilon}; }
};

static_assert(LossSheet<QuantileLoss>);

}  // namespace hingeline::internal
