// SPDX-License-Identifier: BSD-3-Clause
//
// The function of which L1 penalties, bounds and linear constraints are made, of a coefficient or of a row's product z:
//
//     r(z)      = l1 |z| for lower <= z <= upper, infinite elsewhere;   l1 >= 0, lower <= upper, infinite ends allowed
//     r*(-s)    = sup_z [ -s z - r(z) ], attained at the end that s points away from, or at 0
//     step      s = (z - v) / q with z = prox_{q r}(v) = clip(soft(v, q l1), lower, upper), like the step of a loss: a
//               constraint is a row whose loss is an indicator, and |w|_1 is d rows e_j with the absolute loss
//     slope     -ds/dv: 0 where z moves with v, 1/q where it is held at 0 or at an end
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct IntervalTerm {
  double l1 = 0;
  double lower = -infinity;
  double upper = infinity;

  bool contains(double z) const { return z >= lower && z <= upper; }
  double clip(double z) const { return std::clamp(z, lower, upper); }
  double value(double z) const { return contains(z) ? l1 * std::abs(z) : infinity; }

  /// argmax_z -s z - r(z); infinite where there is none.
  double maximiser(double s) const {
    if (-s > l1) return upper;
    if (-s < -l1) return lower;
    return clip(0);
  }

  /// argmin_z  h/2 z^2 - u z + r(z), h > 0.
  double pulled(double u, double h) const {
    const double soft = std::max(std::abs(u) - l1, 0.0) / h;  // not a number stays none
    return clip(u > 0 ? soft : -soft);
  }

  double conjugate(double s) const {
    const double z = maximiser(s);
    if (std::isinf(z)) return infinity;
    return -s * z - l1 * std::abs(z);
  }

  /// The nearest s with a finite conjugate.
  double clip_dual(double s) const {
    return std::clamp(s, std::isinf(upper) ? -l1 : -infinity, std::isinf(lower) ? l1 : infinity);
  }

  double step(double v, double q) const {
    const double at_zero = held_at_zero(v, q);
    const double moved = v > 0 ? v - q * l1 : v + q * l1;
    const double z = at_zero ? 0 : moved;
    if (z < lower) return (lower - v) / q;
    if (z > upper) return (upper - v) / q;
    if (at_zero) return -v / q;
    return v > 0 ? -l1 : l1;
  }

  double step_slope(double v, double q) const {
    if (held_at_zero(v, q)) return 1 / q;
    const double moved = v > 0 ? v - q * l1 : v + q * l1;
    return moved < lower || moved > upper || lower == upper ? 1 / q : 0;
  }

 private:
  bool held_at_zero(double v, double q) const { return std::abs(v) < q * l1; }
};

/// The k-th interval; empty `lower` or `upper` means no limits on that side.
inline IntervalTerm interval(std::span<const double> lower, std::span<const double> upper, std::size_t k) {
  return {0, lower.empty() ? -infinity : lower[k], upper.empty() ? infinity : upper[k]};
}

}  // namespace hingeline::internal
