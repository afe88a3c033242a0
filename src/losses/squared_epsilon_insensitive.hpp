// SPDX-License-Identifier: BSD-3-Clause
//
// Squared epsilon-insensitive loss, r = y - z, epsilon >= 0:
//
//     phi(y, z)      = max(0, |r| - epsilon)^2
//     d phi          = -2 sign(r) max(0, |r| - epsilon)
//     d2 phi         = 2 for |r| > epsilon, 0 for |r| < epsilon
//     (c phi)*(-s)   = epsilon |s| + s^2 / (4 c) - y s        for every s
//     step           s = sign(r) max(0, |r| - epsilon) / (q + 1 / (2 c)),  r = y - v
//
// Source: Ho and Lin, JMLR 2012 (large-scale linear SVR), section 3.2, with s = beta. The code is quadratic_tube.hpp's.
#pragma once

#include <array>

#include "losses/loss_concept.hpp"
#include "losses/quadratic_tube.hpp"

namespace hingeline::internal {

struct SquaredEpsilonInsensitiveLoss : QuadraticTube {
  explicit SquaredEpsilonInsensitiveLoss(double half_width) : QuadraticTube{half_width, 1, 1} {}
  std::array<double, 2> kinks(double y) const { return {y - epsilon, y + epsilon}; }
};

static_assert(LossSheet<SquaredEpsilonInsensitiveLoss>);

}  // namespace hingeline::internal
