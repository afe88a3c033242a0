// SPDX-License-Identifier: BSD-3-Clause
//
// The zero of an ascending function, the derivative of a convex one. A sign change is found by steps that grow fourfold
// and closed by the Illinois form of regula falsi (Dowell & Jarratt, BIT 1971), with a bisection where three steps have
// not halved the bracket: derivatives jump at kinks.
#pragma once

namespace hingeline::internal {

struct ZeroBracket {
  double lower, upper;  // f(lower) <= 0 <= f(upper)
  double lower_value, upper_value;

  double width() const { return upper - lower; }
};

/// Steps from `start`, where f is `value`, until the sign changes. Where it never does, the steps end at some 2^58
/// times the first and the bracket is that point.
template <class F>
ZeroBracket bracket_zero(const F& f, double start, double value, double first_step) {
  if (value == 0) return {start, start, 0, 0};
  const double direction = value < 0 ? 1 : -1;
  double here = start;
  double step = first_step;
  for (int i = 0; i < 30; ++i, step *= 4) {
    const double there = here + direction * step;
    const double there_value = f(there);
    if (there_value * direction >= 0)
      return direction > 0 ? ZeroBracket{here, there, value, there_value}
                           : ZeroBracket{there, here, there_value, value};
    here = there;
    value = there_value;
  }
  return {here, here, 0, 0};
}

/// Closes a bracket until `done(bracket)` or rounding.
template <class F, class Done>
ZeroBracket close_bracket(const F& f, ZeroBracket bracket, const Done& done) {
  double weight_lower = bracket.lower_value;  // halved by the Illinois rule, unlike the values themselves
  double weight_upper = bracket.upper_value;
  double width_before = bracket.width();
  int last_side = 0;
  for (int i = 0; i < 200 && !done(bracket); ++i) {
    double middle = bracket.lower + bracket.width() * (weight_lower / (weight_lower - weight_upper));
    if (i % 3 == 2) {
      if (bracket.width() > 0.5 * width_before) middle = bracket.lower + 0.5 * bracket.width();
      width_before = bracket.width();
    }
    if (!(middle > bracket.lower && middle < bracket.upper)) middle = bracket.lower + 0.5 * bracket.width();
    if (!(middle > bracket.lower && middle < bracket.upper)) break;
    const double value = f(middle);
    if (value < 0) {
      bracket.lower = middle;
      bracket.lower_value = weight_lower = value;
      if (last_side < 0) weight_upper *= 0.5;
      last_side = -1;
    } else {
      bracket.upper = middle;
      bracket.upper_value = weight_upper = value;
      if (last_side > 0) weight_lower *= 0.5;
      last_side = 1;
    }
  }
  return bracket;
}

}  // namespace hingeline::internal
