// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>

namespace hingeline::internal {

/// An alpha at which |slope_at(alpha)| is at most `share` of |start_slope|, by at most `most` evaluations and one more: 1
/// or beyond, or the end of a bracket closed by the Illinois rule. slope_at increases from start_slope < 0 at 0. Each
/// evaluation is a pass over the band of smoothed_newton.hpp: with the wider steps and the bisections of
/// core/zero_bracket.hpp the whole solve took a third longer (skin_nonskin).
template <class SlopeAt>
double illinois_search(const SlopeAt& slope_at, double start_slope, double share, int most) {
  double lower = 0;
  double lower_slope = start_slope;
  double upper = 1;
  double upper_slope = slope_at(upper);
  const double enough = share * std::abs(start_slope);
  for (; upper_slope < -enough && most > 0; --most) {
    lower = upper;
    lower_slope = upper_slope;
    upper *= 2;
    upper_slope = slope_at(upper);
  }
  if (std::abs(upper_slope) <= enough || upper_slope < 0) return upper;
  double weight_lower = lower_slope;
  double weight_upper = upper_slope;
  int side = 0;
  for (; most > 0; --most) {
    const double middle = lower + (upper - lower) * (weight_lower / (weight_lower - weight_upper));
    if (!(middle > lower && middle < upper)) break;
    const double slope = slope_at(middle);
    if (std::abs(slope) <= enough) return middle;
    if (slope < 0) {
      lower = middle;
      weight_lower = lower_slope = slope;
      if (side < 0) weight_upper *= 0.5;
      side = -1;
    } else {
      upper = middle;
      weight_upper = upper_slope = slope;
      if (side > 0) weight_lower *= 0.5;
      side = 1;
    }
  }
  return -lower_slope < upper_slope ? lower : upper;
}

}  // namespace hingeline::internal
