// SPDX-License-Identifier: BSD-3-Clause
//
// The named losses as pieces; their formulas are in their own files.
#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"

namespace hingeline {
namespace {

Loss of_margin(PlqFunction f) { return plq_loss(PlqArgument::margin, {std::move(f)}); }
Loss of_residual(PlqFunction f) { return plq_loss(PlqArgument::residual, {std::move(f)}); }

/// 0 for |r| <= epsilon; beyond, its derivative begins at the slope and grows by the curvature of that side.
Loss tube(double epsilon, double slope_below, double slope_above, double curvature_below, double curvature_above) {
  if (epsilon > 0)
    return of_residual({{-epsilon, epsilon}, {-slope_below, 0, slope_above}, {curvature_below, 0, curvature_above}});
  return of_residual({{0}, {-slope_below, slope_above}, {curvature_below, curvature_above}});
}

Loss hinge() { return of_margin({{1}, {-1, 0}, {0, 0}}); }

/// The smoothed hinge; the hinge where gamma is lost in the rounding of 1 - gamma.
Loss smoothed_hinge(double gamma) {
  const double begin = 1 - gamma;
  return begin < 1 ? of_margin({{begin, 1}, {-1, -1, 0}, {0, 1 / (1 - begin), 0}}) : hinge();
}

}  // namespace

Loss plq_form(const Loss& loss) {
  validate(loss);
  const double delta = loss.delta;
  switch (loss.name) {
    case LossName::hinge:
      return hinge();
    case LossName::squared_hinge:
      return of_margin({{1}, {0, 0}, {2, 0}});
    case LossName::smoothed_hinge:
      return smoothed_hinge(loss.gamma);
    case LossName::epsilon_insensitive:
      return tube(loss.epsilon, 1, 1, 0, 0);
    case LossName::squared_epsilon_insensitive:
      return tube(loss.epsilon, 0, 0, 2, 2);
    case LossName::quantile:
      return tube(loss.epsilon, 1 - loss.tau, loss.tau, 0, 0);
    case LossName::absolute:
      return tube(0, 1, 1, 0, 0);
    case LossName::squared:
      return of_residual({{}, {0}, {1}});
    case LossName::huber:
      return of_residual({{-delta, delta}, {-delta, -delta, delta}, {0, 1, 0}});
    case LossName::expectile:
      return tube(0, 0, 0, 2 * (1 - loss.tau), 2 * loss.tau);
    case LossName::plq:
      return loss;
    case LossName::logistic:
      break;
  }
  throw InvalidParameter("loss", std::string(to_string(loss.name)), "must be piecewise linear-quadratic");
}

}  // namespace hingeline
