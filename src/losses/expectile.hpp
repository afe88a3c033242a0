// SPDX-License-Identifier: BSD-3-Clause
//
// Expectile loss, r = y - z, 0 < tau < 1, weight(r) = tau for r > 0 and 1 - tau for r < 0:
//
//     phi(y, z)      = weight(r) r^2
//     d phi          = -2 weight(r) r
//     d2 phi         = 2 weight(r)
//     (c phi)*(-s)   = s^2 / (4 c weight(s)) - y s        for every s
//     step           s = r / (q + 1 / (2 c weight(r))),  r = y - v
//
// Source: Newey and Powell, Econometrica 1987. The tube of quadratic_tube.hpp without width.
#pragma once

#include <array>

#include "losses/loss_concept.hpp"
#include "losses/quadratic_tube.hpp"

namespace hingeline::internal {

struct ExpectileLoss : QuadraticTube {
  explicit ExpectileLoss(double tau) : QuadraticTube{0, tau, 1 - tau} {}
  std::array<double, 1> kinks(double y) const { return {y}; }
};

static_assert(LossSheet<ExpectileLoss>);

}  // namespace hingeline::internal
