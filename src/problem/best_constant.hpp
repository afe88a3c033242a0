// SPDX-License-Identifier: BSD-3-Clause
//
// The best constant b to add to given predictions z_i:
//
//     minimise over b    F(b) = sum_i c_i phi(y_i, z_i + b)
//
// F is convex, so F' changes sign at its minimiser, and F is nowhere below the tangents at both ends of a bracket, nor
// below the point where they cross: the search ends when the better end is within `accuracy` of that. The next point is
// in turn the zero of the secant through both slopes, which is close where F is smooth, and the crossing of the
// tangents, which is the minimiser where that is the bracket's one kink. Where the minimiser is at infinity (all labels
// equal, logistic), b is finite and F' negligible there.
//
// Cost: one pass over n numbers per evaluation, 3 to 20 of them.
#pragma once

#include <cmath>
#include <utility>

namespace hingeline::internal {

/// F(b) and F'(b).
struct ValueAndSlope {
  double value = 0;
  double slope = 0;

  ValueAndSlope& operator+=(const ValueAndSlope& other) {
    value += other.value;
    slope += other.slope;
    return *this;
  }
};

struct Tangent : ValueAndSlope {
  double at;

  double operator()(double b) const { return value + slope * (b - at); }
};

/// Two tangents of a convex function, slopes <= 0 and >= 0.
struct TangentBracket {
  Tangent lower;
  Tangent upper;

  const Tangent& better() const { return lower.value < upper.value ? lower : upper; }
  double crossing() const { return lower.at + (upper(lower.at) - lower.value) / (lower.slope - upper.slope); }
  double slope_zero() const { return lower.at + (upper.at - lower.at) * (lower.slope / (lower.slope - upper.slope)); }
  bool contains(double b) const { return b > lower.at && b < upper.at; }
};

/// Steps from `start` that grow fourfold, until the slope changes its sign. Where it is 0, or never changes its sign,
/// both tangents are the last one.
template <class F>
TangentBracket bracket_minimum(const F& tangent, double start, double first_step) {
  Tangent here = tangent(start);
  const double direction = here.slope < 0 ? 1 : -1;
  double step = first_step;
  constexpr int most_steps = 30;  // to 4^30, 10^18, times the first
  for (int i = 0; i < most_steps && here.slope != 0; ++i, step *= 4) {
    const Tangent there = tangent(here.at + direction * step);
    if (there.slope * direction >= 0) return direction > 0 ? TangentBracket{here, there} : TangentBracket{there, here};
    here = there;
  }
  return {here, here};
}

/// The minimiser of F to `accuracy` in F, given {F(b), F'(b)} as a function of b.
template <class Function>
double best_constant(const Function& function, double start, double first_step, double accuracy) {
  const auto tangent = [&](double b) { return Tangent{function(b), b}; };
  TangentBracket bracket = bracket_minimum(tangent, start, first_step);
  constexpr int most_tangents = 200;  // for rounding may keep the accuracy from being met
  for (int i = 0; i < most_tangents; ++i) {
    const double crossing = bracket.crossing();
    if (!bracket.contains(crossing) || bracket.better().value - bracket.lower(crossing) <= accuracy) break;
    const double slope_zero = bracket.slope_zero();
    const Tangent there = tangent(i % 2 == 1 || !bracket.contains(slope_zero) ? crossing : slope_zero);
    (there.slope < 0 ? bracket.lower : bracket.upper) = there;
  }
  return bracket.better().at;
}

}  // namespace hingeline::internal
