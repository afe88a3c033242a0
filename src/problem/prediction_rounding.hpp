// SPDX-License-Identifier: BSD-3-Clause
//
// What the rounding of predictions does to the gap of rows that lie on a kink or at the minimum of their loss.
//
// A prediction z = x'w + b is known to delta = k eps (|y| + |b| + sum_j |x_j w_j|). Its term of the gap,
// c phi(z) + (c phi)*(-s) + s z, has the derivative c phi'(z) + s, so that a row moves the gap by up to
//
//     max(|c phi'(z - delta) + s|, |c phi'(z + delta) + s|) delta
//
// Where s is nearly -c phi'(z) this is negligible beside the terms' own rounding, except at two places, where it does
// not shrink with the terms: at a kink it is c times the jump of phi' times delta (margins of exactly 1 on separable
// data, targets on the edge of the tube), at a minimum c phi'' delta^2 (targets that a line goes through).
//
// D depends on z only through s z: rounding changes it by at most |s| delta, at a kink much less than the gap where c
// is large and s is not (separable data). A row may excuse at most its own gap plus that, lest one row of large c at
// its kink excuse the gaps of all others. At a minimum D is known no better than the gap.
//
// Where delta exceeds a thousandth of |y| + |z| (large coefficients in columns that cancel), rounding may hide a gap:
// what it may change is added to the gap (`hidden`), at kinks or elsewhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <span>

#include "data/row_blocks.hpp"
#include "losses/loss_concept.hpp"
#include "problem/rounding.hpp"

namespace hingeline::internal {

template <LossSheet Loss>
bool is_near_kink(const Loss& loss, double y, double z, double distance) {
  return std::ranges::any_of(loss.kinks(y), [&](double kink) { return std::abs(z - kink) <= distance; });
}

/// Whether a minimum is near, where the loss is curved. The logistic loss has none, and is expensive to test.
template <LossSheet Loss>
bool is_near_minimum(const Loss& loss, double y, double z, double distance) {
  if constexpr (StatefulLoss<Loss>) return false;
  const bool is_between = loss.derivative(y, z - distance) < 0 && loss.derivative(y, z + distance) > 0;
  return is_between && loss.curvature(y, z - distance) + loss.curvature(y, z + distance) > 0;
}

/// Cost of rounding: excused in the gap, in D; and `hidden`, to be added to the gap where predictions have no digits.
struct PredictionRounding {
  double gap = 0;
  double dual = 0;
  double hidden = 0;

  PredictionRounding& operator+=(const PredictionRounding& other) {
    gap += other.gap;
    dual += other.dual;
    hidden += other.hidden;
    return *this;
  }
};

/// delta for terms of this magnitude.
inline double rounding_of_prediction(double y, double b, double magnitude) {
  return term_rounding * (std::abs(y) + std::abs(b) + magnitude);
}

/// Whether a prediction known to delta has hardly a digit.
inline bool lacks_digits(double y, double z, double delta) {
  constexpr double share = 1e-3;
  return !(delta <= share * (std::abs(y) + std::abs(z)));
}

/// Whether a prediction of the block may lack digits: in a whole block one row in `every` and the last are looked at,
/// in a shorter one all.
template <class Delta>
bool may_lack_digits(std::span<const double> y, std::span<const double> z, std::size_t every, const Delta& delta) {
  const std::size_t step = std::ssize(y) < rows_per_block ? 1 : every;
  const auto lacks = [&](std::size_t i) { return lacks_digits(y[i], z[i], delta(i)); };
  for (std::size_t i = 0; i < y.size(); i += step)
    if (lacks(i)) return true;
  return lacks(y.size() - 1);
}

/// A row: its target, cost and dual variable, and what it is predicted, z = x'w + b.
struct PredictedRow {
  double y;
  double c;
  double s;
  double z;
};

/// max(|c phi'(z - delta) + s|, |c phi'(z + delta) + s|) delta
template <LossSheet Loss>
double largest_change(const Loss& loss, const PredictedRow& row, double delta) {
  const auto slope = [&](double at) { return std::abs(row.c * loss.derivative(row.y, at) + row.s); };
  return std::max(slope(row.z - delta), slope(row.z + delta)) * delta;
}

/// Minima matter only where the gap is most of P, which may be 0.
enum class RoundingAt { kinks, kinks_and_minima };

/// The w and b of the predictions in question, and where rounding matters.
struct RoundingOf {
  std::span<const double> coef;
  double b;
  RoundingAt places;
  double shift = 0;  ///< how far b may be off in addition
};

/// The rounding of one row; magnitude() is sum_j |x_j w_j|.
template <LossSheet Loss, class Magnitude>
PredictionRounding prediction_rounding(const Loss& loss, const PredictedRow& row, const RoundingOf& asked,
                                       const Magnitude& magnitude) {
  constexpr double near = 1e-10;  // far more than rounding, so that few rows are looked at closely
  const auto [y, c, s, z] = row;
  const double distance = near * (std::abs(y) + std::abs(asked.b) + std::abs(z));
  const bool at_minimum = asked.places == RoundingAt::kinks_and_minima && is_near_minimum(loss, y, z, distance);
  if (!at_minimum && !is_near_kink(loss, y, z, distance)) return {};
  const double delta = rounding_of_prediction(y, asked.b, magnitude()) + asked.shift;
  if (!at_minimum && !is_near_kink(loss, y, z, delta)) return {};
  const double largest = largest_change(loss, row, delta);
  const double of_dual = at_minimum ? largest : std::min(largest, std::abs(s) * delta);
  const double gap = c * loss.value(y, z) + loss.conjugate(y, c, s) + s * z;
  return {std::min(largest, std::max(gap, 0.0) + of_dual), of_dual};
}

}  // namespace hingeline::internal
