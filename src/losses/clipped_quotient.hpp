// SPDX-License-Identifier: BSD-3-Clause
//
// The step of a loss with linear sides: numerator / q clipped to the domain, which holds 0, and its slope in the
// numerator. Exactly an end of the domain where clipped; the limit q = 0 is an end too, or 0 where the numerator is 0.
#pragma once

#include <algorithm>

#include "losses/loss_concept.hpp"

namespace hingeline::internal {

inline double clipped_quotient(double numerator, double q, Interval domain) {
  return numerator == 0 ? 0 : std::clamp(numerator / q, domain.lower, domain.upper);
}

inline double clipped_quotient_slope(double numerator, double q, Interval domain) {
  const double quotient = numerator / q;  // 0 / 0 is not a number and so on no side of a comparison
  return quotient > domain.lower && quotient < domain.upper ? 1 / q : 0;
}

}  // namespace hingeline::internal
