// SPDX-License-Identifier: BSD-3-Clause
//
// Logistic loss, m = y z, sigma(t) = 1 / (1 + exp(-t)), alpha = y s:
//
//     phi(y, z)      = log(1 + exp(-m))
//     d phi          = -y sigma(-m)
//     d2 phi         = sigma(m) sigma(-m)
//     (c phi)*(-s)   = alpha log(alpha / c) + (c - alpha) log(1 - alpha / c)        for 0 <= alpha <= c, 0 log 0 = 0
//     step           s = y c sigma(-u)  where u solves  u - y v - q c sigma(-u) = 0
//
// u = y z, the margin after the step, is the log-odds of what alpha leaves of c: u = log((c - alpha) / alpha).
// logistic_step.hpp solves for it, and from it both alpha and c - alpha are had without cancellation; a solver keeps it
// per row (StatefulLoss).
//
// Source: Yu, Huang and Lin, Machine Learning 2011 (dual coordinate descent for logistic regression), problem (5);
// their form of the step stands beside the tests (tests/support/logistic_newton.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "losses/logistic_step.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

struct LogisticLoss {
  double value(double y, double z) const {
    const double m = y * z;
    return std::max(0.0, -m) + std::log1p(std::exp(-std::abs(m)));
  }
  double derivative(double y, double z) const { return -y * split_by_log_odds(1, y * z).alpha; }
  double curvature(double y, double z) const {
    const LogisticDual share = split_by_log_odds(1, y * z);
    return share.alpha * share.complement;
  }
  double conjugate(double y, double c, double s) const {
    if (!domain(y, c).contains(s)) return infinity;
    const double alpha = y * s;
    double sum = 0;
    if (alpha > 0) sum += alpha * std::log(alpha / c);
    if (alpha < c) sum += (c - alpha) * std::log1p(-alpha / c);
    return sum;
  }
  Interval domain(double y, double c) const { return y > 0 ? Interval{0, c} : Interval{-c, 0}; }
  double step(double y, double c, double v, double q) const {
    return y * split_by_log_odds(c, step_log_odds(y * v, q, c).log_odds).alpha;
  }
  double step_slope(double y, double c, double v, double q) const {
    const LogisticDual share = split_by_log_odds(1, step_log_odds(y * v, q, c).log_odds);
    const double curvature = c * (share.alpha * share.complement);
    return curvature / (1 + q * curvature);
  }
  std::array<double, 0> kinks(double) const { return {}; }

  /// The Fenchel-Young sum of a row that predicts p and has log-odds u: with t = u - y p it is
  /// c log(1 + (e^t - 1) alpha / c) - alpha t, about half of t^2 times its curvature at 0.
  double gap_estimate(double y, double c, double p, double s, double state) const {
    const double alpha = y * s;
    const double t = state - y * p;
    if (std::abs(t) < 0.5) return 0.5 * t * t * alpha * (1 - alpha / c);
    if (std::abs(t) < 30) return std::max(0.0, c * std::log(1 + (std::exp(t) - 1) * (alpha / c)) - alpha * t);
    return c * value(y, p) + conjugate(y, c, s) + s * p;
  }
  double row_state(double y, double c, double s) const { return log_odds_of(y * s, c); }
  double advance(double y, double c, double p, double q, double s, double& state) const {
    state = move_log_odds(y * p, q, c, y * s, state);
    return y * split_by_log_odds(c, state).alpha;
  }
};

static_assert(StatefulLoss<LogisticLoss>);

}  // namespace hingeline::internal
