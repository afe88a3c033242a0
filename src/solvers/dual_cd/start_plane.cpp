// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/start_plane.hpp"

#include <algorithm>
#include <cmath>

namespace hingeline::internal {
namespace {

/// The root in (0, end) of a decreasing function.
template <class Function>
double root(double end, const Function& function) {
  constexpr int halvings = 30;
  double low = 0;
  double high = end;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    (function(middle) > 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double log_odds(double share) { return std::log(share / (1 - share)); }

/// dD/da
double slope_of_others(const StartPlane& plane, double others, double own) {
  const double growth = log_odds(others * plane.others_share) - log_odds(plane.others_share);
  return -(others * plane.others_norm2 + own * plane.product) - (plane.others_sum * growth + plane.others_log_odds);
}

/// dD/dt
double slope_of_own(const StartPlane& plane, double others, double own) {
  return -(others * plane.product + own * plane.own_norm2) - plane.own_sum * log_odds(own);
}

/// The maximum of D subject to sum_i s_i = 0, a others_sum = t own_sum; the intercept is the multiplier.
PlanePoint best_balanced(const StartPlane& plane) {
  const double share = plane.others_sum / plane.own_sum;
  const double others = root(std::min(plane.most, 1 / share), [&](double a) {
    return slope_of_others(plane, a, share * a) + share * slope_of_own(plane, a, share * a);
  });
  const double own = share * others;
  return {others, own, slope_of_own(plane, others, own) / plane.own_sum};
}

}  // namespace

void append_constant(StartPlane& plane, double constant) {
  const double others = -constant * plane.others_sum;
  const double own = constant * plane.own_sum;
  plane.others_norm2 += others * others;
  plane.product += others * own;
  plane.own_norm2 += own * own;
}

bool has_best_point(const StartPlane& plane) {
  return plane.own_sum > 0 && plane.others_sum > 0 && std::isfinite(plane.others_norm2) &&
         std::isfinite(plane.own_norm2);
}

PlanePoint best_point(const StartPlane& plane, Intercept kind) {
  if (kind == Intercept::free) return best_balanced(plane);
  const auto own = [&](double others) { return root(1, [&](double t) { return slope_of_own(plane, others, t); }); };
  const double others = root(plane.most, [&](double a) { return slope_of_others(plane, a, own(a)); });
  return {others, own(others), 0};
}

}  // namespace hingeline::internal
