// SPDX-License-Identifier: BSD-3-Clause
//
// The step of the logistic loss in log-odds. With the row's share taken out its margin is m; the new margin u solves
//
//     u = m + k sigma(-u),    k = q c,    and then    alpha = c sigma(-u),    c - alpha = c sigma(u).
//
// One equation serves both halves. For u < 0 put t = -u: by sigma(-u) = 1 - sigma(u) it reads t = -(m + k) + k
// sigma(-t). So with the offset M = max(m, -(m + k)) >= -k / 2
//
//     F(t) = t - M - k sigma(-t) = 0    has its root t = |u| >= 0,
//
// and c sigma(-t), the smaller of alpha and c - alpha, comes from exp(-t) with no subtraction. m + k, where a large k
// may cancel a large -m, is formed with its rounding errors kept (Ogita, Rump and Oishi, SIAM J. Sci. Comput. 2005,
// TwoSum).
//
// F rises (F' = 1 + k sigma(t) sigma(-t)) and is concave for t >= 0. As exp(-t) / 2 <= sigma(-t) < exp(-t), the root is
// at most T = M + W(k exp(-M)), W being Lambert's function, and by at most log 2 less. From an estimate of T, Halley's
// iteration
//
//     t <- t - n / (1 - n F'' / (2 F')),    n = F / F',    F'' / F' = -(k sigma sigma') (2 sigma(t) - 1) / F',
//
// converges with third order; an iterate outside of the bracket that the signs of F give is replaced by its middle.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/infinity.hpp"

namespace hingeline::internal {

/// The two shares of c, each accurate however small.
struct LogisticDual {
  double alpha;
  double complement;  ///< c - alpha
};

/// alpha = c sigma(-u), c - alpha = c sigma(u).
inline LogisticDual split_by_log_odds(double c, double u) {
  const double e = std::exp(-std::abs(u));
  const double larger = c / (1 + e);
  const double smaller = larger * e;
  return u >= 0 ? LogisticDual{smaller, larger} : LogisticDual{larger, smaller};
}

/// The log-odds of a given alpha; infinite at the ends of [0, c].
inline double log_odds_of(double alpha, double c) {
  if (alpha <= 0) return infinity;
  if (alpha >= c) return -infinity;
  return std::log((c - alpha) / alpha);
}

struct LogOddsSolution {
  double log_odds;
  int iterations;
};

/// An estimate of M + W(x) for x = k exp(-M), L = log x: series of W for small x, W = L - log W for large.
inline double estimate_root(double offset, double k) {
  constexpr double small = 0.135;  // exp(-2)
  constexpr double large = 7.4;    // exp(2)
  const double x = k * std::exp(-offset);
  if (x < small) return offset + x * (1 - x);
  if (x < large) {
    const double l = std::log(1 + x);
    return offset + l * (1 - std::log(1 + l) / (2 + l));
  }
  const double log_k = std::log(k);
  const double L = log_k - offset;
  return log_k - std::log(L - std::log(L));
}

/// The root of F(t) = t - offset - k sigma(-t) in t >= 0, for offset >= -k / 2. The step that is at most `last_step` is
/// the last one; what is left is of the order of its cube.
inline LogOddsSolution solve_positive_log_odds(double offset, double k, double last_step) {
  constexpr int max_iterations = 100;
  double lower = std::max(0.0, offset);
  double upper = std::max(lower, offset + k / 2);
  double t = std::clamp(estimate_root(offset, k), lower, upper);
  for (int iteration = 1; iteration <= max_iterations; ++iteration) {
    const double e = std::exp(-t);
    const double larger = 1 / (1 + e);  // sigma(t)
    const double smaller = larger * e;  // sigma(-t)
    const double f = t - offset - k * smaller;
    (f < 0 ? lower : upper) = t;
    const double bend = k * larger * smaller;
    const double newton = f / (1 + bend);
    const double halley = newton / (1 + newton * bend * (larger - smaller) / (2 * (1 + bend)));
    double next = t - halley;
    if (!(next >= lower && next <= upper)) next = lower + (upper - lower) / 2;
    const double moved = std::abs(next - t);
    t = next;
    if (moved <= last_step) return {t, iteration};
  }
  return {t, max_iterations};
}

/// The log-odds u from both offsets, m and -(m + k).
inline LogOddsSolution solve_log_odds(double m, double reflected, double k, double last_step) {
  k = std::min(k, std::numeric_limits<double>::max() / 4);
  if (m >= reflected) return solve_positive_log_odds(m, k, last_step);
  const LogOddsSolution mirrored = solve_positive_log_odds(reflected, k, last_step);
  return {-mirrored.log_odds, mirrored.iterations};
}

/// The log-odds of the exact step from margin m, the row left out; q, c >= 0.
inline LogOddsSolution step_log_odds(double m, double q, double c) {
  constexpr double to_rounding = 1e-5;
  return solve_log_odds(m, -std::fma(q, c, m), q * c, to_rounding);
}

/// The new log-odds of a row that predicts margin p with its dual variable at alpha, whose log-odds are u.
///
/// With m = p - q alpha the residual of u in the equation above is u - p and its slope 1 + q alpha (1 - alpha / c): the
/// distance to go is known without an exponential. Where it is small one Newton step is enough, elsewhere one of
/// Halley's from the estimate: what that leaves is for the row's next visit.
inline double move_log_odds(double p, double q, double c, double alpha, double u) {
  const double distance = (u - p) / (1 + q * alpha * (1 - alpha / c));
  if (std::abs(distance) < 0.5) return u - distance;
  constexpr double roughly = 0.2;
  const double complement = 2 * alpha < c ? c - alpha : split_by_log_odds(c, u).complement;
  return solve_log_odds(p - q * alpha, -(p + q * complement), q * c, roughly).log_odds;
}

}  // namespace hingeline::internal
