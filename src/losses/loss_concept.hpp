// SPDX-License-Identifier: BSD-3-Clause
//
// What a loss is: a sheet of mathematics about one row, and nothing else.
//
//     value       phi(y, z)                        z = prediction, y = target (classification: +1 or -1)
//     derivative  an element of d phi / dz
//     curvature   generalised second derivative
//     conjugate   (c phi)*(-s) = sup_z [ -s z - c phi(y, z) ], infinity outside `domain`
//     domain      the closed interval of s where the conjugate is finite
//     step        the exact minimiser of the dual along one row. With w's share of that row taken out, the row
//                 predicts v; with q = |x|^2 the new prediction and the new dual variable are
//                     z = prox_{q c phi}(v) = argmin_z c phi(y, z) + (z - v)^2 / (2 q)
//                     s = (z - v) / q, which is in -c d phi(y, z)
//                 s is returned, for (z - v) / q cancels, and is exactly constant on flat pieces, so that "did not
//                 move" is an equality. q = 0 is the limit: s = -c times the derivative at v.
//     step_slope  -ds/dv >= 0 of that step (0 on flat pieces, 1/q at kinks)
//     kinks       the z where the derivative or the curvature jumps, ascending (a parameter of 0 may make two coincide)
//
// c, q >= 0 and finite; c = 0 leaves only s = 0.
//
// Fenchel-Young: c phi(y, z) + (c phi)*(-s) + s z >= 0, and = 0 exactly where s is in -c d phi(y, z).
#pragma once

#include <algorithm>
#include <concepts>
#include <ranges>

#include "core/infinity.hpp"

namespace hingeline::internal {

struct Interval {
  double lower = -infinity;
  double upper = infinity;

  bool contains(double s) const { return s >= lower && s <= upper; }
};

template <class L>
concept LossSheet = requires(const L& loss, double y, double c, double z, double s, double v, double q) {
  { loss.value(y, z) } -> std::same_as<double>;
  { loss.derivative(y, z) } -> std::same_as<double>;
  { loss.curvature(y, z) } -> std::same_as<double>;
  { loss.conjugate(y, c, s) } -> std::same_as<double>;
  { loss.domain(y, c) } -> std::same_as<Interval>;
  { loss.step(y, c, v, q) } -> std::same_as<double>;
  { loss.step_slope(y, c, v, q) } -> std::same_as<double>;
  { loss.kinks(y) } -> std::ranges::random_access_range;
};

/// The nearest s in the domain.
template <LossSheet Loss>
double clip(const Loss& loss, double y, double c, double s) {
  const Interval domain = loss.domain(y, c);
  return std::min(std::max(s, domain.lower), domain.upper);
}

/// A loss whose step is an iteration may keep a number per row from visit to visit (the logistic loss: the log-odds of
/// s), and so start next to the answer.
///
///     row_state     the number for a given s
///     advance       the new s for a row that now predicts p with its dual variable at s, which the state belongs to;
///                   updates the state. Where the move is small it is one Newton step, its error of second order
///     gap_estimate  about c phi(y, p) + (c phi)*(-s) + s p, from the state and at little cost
template <class L>
concept StatefulLoss = LossSheet<L> &&
    requires(const L& loss, double y, double c, double p, double q, double s, double& state) {
  { loss.row_state(y, c, s) } -> std::same_as<double>;
  { loss.advance(y, c, p, q, s, state) } -> std::same_as<double>;
  { loss.gap_estimate(y, c, p, s, state) } -> std::same_as<double>;
};

}  // namespace hingeline::internal
