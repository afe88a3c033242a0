// SPDX-License-Identifier: BSD-3-Clause
//
// What the regression losses with parabolas on both sides share: no loss within epsilon of the target, then the
// weighted square of the excess e. r = y - z, epsilon >= 0, the weight is `above` where its argument is positive and
// `below` elsewhere.
//
//     e              = r - clip(r, -epsilon, epsilon)
//     phi(y, z)      = weight(e) e^2
//     d phi          = -2 weight(e) e
//     d2 phi         = 2 weight(e) for |r| > epsilon, 0 for |r| < epsilon
//     (c phi)*(-s)   = epsilon |s| + s^2 / (4 c weight(s)) - y s        for every s
//     step           s = e / (q + 1 / (2 c weight(e))),  r = y - v
//
// Source: Ho and Lin, JMLR 2012 (large-scale linear SVR), section 3.2, with lambda = 1 / (2 C) and s = beta.
#pragma once

#include <cmath>

#include "losses/loss_concept.hpp"
#include "losses/tube_excess.hpp"

namespace hingeline::internal {

struct QuadraticTube {
  double epsilon;
  double above;
  double below;

  double value(double y, double z) const {
    const double excess = tube_excess(y - z, epsilon);
    return weight(excess) * excess * excess;
  }
  double derivative(double y, double z) const {
    const double excess = tube_excess(y - z, epsilon);
    return -2 * weight(excess) * excess;
  }
  double curvature(double y, double z) const {
    const double r = y - z;
    return std::abs(r) < epsilon ? 0 : 2 * weight(r);
  }
  double conjugate(double y, double c, double s) const {
    if (s == 0) return 0;
    return c == 0 ? infinity : epsilon * std::abs(s) + s * (s / 4 / (c * weight(s)) - y);
  }
  Interval domain(double, double c) const { return c == 0 ? Interval{0, 0} : Interval{}; }
  double step(double y, double c, double v, double q) const {
    const double excess = tube_excess(y - v, epsilon);
    return excess / damping(c, q, excess);
  }
  double step_slope(double y, double c, double v, double q) const {
    const double r = y - v;
    return std::abs(r) < epsilon ? 0 : 1 / damping(c, q, r);
  }

 private:
  double weight(double side) const { return side > 0 ? above : below; }
  double damping(double c, double q, double side) const { return q + 1 / (2 * c * weight(side)); }
};

}  // namespace hingeline::internal
