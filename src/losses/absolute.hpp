// SPDX-License-Identifier: BSD-3-Clause
//
// Absolute loss, r = y - z:
//
//     phi(y, z)      = |r|
//     d phi          = -sign(r), [-1, 1] at the kink r = 0
//     d2 phi         = 0
//     (c phi)*(-s)   = -y s                         for |s| <= c
//     step           s = clip(r / q, -c, c),  r = y - v
//
// The tube of linear_tube.hpp without width.
#pragma once

#include <array>

#include "losses/linear_tube.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct AbsoluteLoss : LinearTube {
  AbsoluteLoss() : LinearTube{0, 1, 1} {}
  std::array<double, 1> kinks(double y) const { return {y}; }
};

static_assert(LossSheet<AbsoluteLoss>);

}  // namespace hingeline::internal
