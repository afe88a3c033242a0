// SPDX-License-Identifier: BSD-3-Clause
//
// The best constant b to add to given predictions z_i:
//
//     minimise over b    F(b) = sum_i c_i phi(y_i, z_i + b)
//
// F is convex, so its derivative F'(b) = sum_i c_i phi'(y_i, z_i + b) ascends and a sign change brackets the minimiser.
// The bracket is found by steps that grow fourfold and closed by the Illinois form of regula falsi (Dowell & Jarratt,
// BIT 1971), with a bisection where three steps have not halved the bracket: F' jumps at kinks. Since F(b) - F(b*) <=
// |F'(b)| |b - b*|, the search ends when that product over the bracket is at most `accuracy`.
//
// Cost: one pass over n numbers per evaluation, 5 to 30 of them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace hingeline::internal {

struct ConstantBracket {
  double lower, upper;  // F'(lower) <= 0 <= F'(upper)
  double lower_derivative, upper_derivative;

  double width() const { return upper - lower; }
  bool lower_is_better() const { return -lower_derivative < upper_derivative; }
  double better() const { return lower_is_better() ? lower : upper; }
  double better_derivative() const { return std::fmin(-lower_derivative, upper_derivative); }  // its magnitude
  double error_bound() const { return better_derivative() * width(); }
};

/// Steps from `start` until the derivative changes sign. F has a minimiser, perhaps at infinity (all labels equal,
/// logistic): the steps then end at a finite b of negligible derivative or at 2^60 times the first.
template <class Derivative>
ConstantBracket bracket_constant(const Derivative& derivative, double start, double first_step) {
  double here = start;
  double slope = derivative(start);
  if (slope == 0) return {start, start, 0, 0};
  const double direction = slope < 0 ? 1 : -1;
  double step = first_step;
  for (int i = 0; i < 30; ++i, step *= 4) {
    const double there = here + direction * step;
    const double there_slope = derivative(there);
    if (there_slope * direction >= 0)
      return direction > 0 ? ConstantBracket{here, there, slope, there_slope}
                           : ConstantBracket{there, here, there_slope, slope};
    here = there;
    slope = there_slope;
  }
  return {here, here, 0, 0};
}

/// Closes a bracket until `done(bracket)` or rounding; the better end.
template <class Derivative, class Done>
double close_bracket(const Derivative& derivative, ConstantBracket bracket, const Done& done) {
  double weight_lower = bracket.lower_derivative;  // halved by the Illinois rule, unlike the derivatives themselves
  double weight_upper = bracket.upper_derivative;
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
    const double slope = derivative(middle);
    if (slope < 0) {
      bracket.lower = middle;
      bracket.lower_derivative = weight_lower = slope;
      if (last_side < 0) weight_upper *= 0.5;
      last_side = -1;
    } else {
      bracket.upper = middle;
      bracket.upper_derivative = weight_upper = slope;
      if (last_side > 0) weight_lower *= 0.5;
      last_side = 1;
    }
  }
  return bracket.better();
}

/// The minimiser of F to `accuracy` in F, given F' as a function of b.
template <class Derivative>
double best_constant(const Derivative& derivative, double start, double first_step, double accuracy) {
  return close_bracket(derivative, bracket_constant(derivative, start, first_step),
                       [accuracy](const ConstantBracket& bracket) { return bracket.error_bound() <= accuracy; });
}

}  // namespace hingeline::internal
