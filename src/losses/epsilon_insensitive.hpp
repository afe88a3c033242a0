// SPDX-License-Identifier: BSD-3-Clause
//
// Epsilon-insensitive loss, r = y - z, epsilon >= 0:
//
//     phi(y, z)      = max(0, |r| - epsilon)
//     d phi          = -sign(r) for |r| > epsilon, 0 for |r| < epsilon, what lies between at the kinks
//     d2 phi         = 0
//     (c phi)*(-s)   = epsilon |s| - y s            for |s| <= c
//     step           s = sign(r) min(c, max(0, |r| - epsilon) / q),  r = y - v
//
// Source: Ho and Lin, JMLR 2012 (large-scale linear SVR), section 3.2, with s = beta. The code is linear_tube.hpp's.
#pragma once

#include <array>

#include "losses/linear_tube.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct EpsilonInsensitiveLoss : LinearTube {
  explicit EpsilonInsensitiveLoss(double half_width) : LinearTube{half_width, 1, 1} {}
  std::array<double, 2> kinks(double y) const { return {y - epsilon, y + epsilon}; }
};

static_assert(LossSheet<EpsilonInsensitiveLoss>);

}  // namespace hingeline::internal
