// SPDX-License-Identifier: BSD-3-Clause
//
// Minimises a convex f(t), t > 0, nearly: Newton's method on f' from t = 1, within the bracket known from the signs of
// f', until |f'(t)| <= share |f'(0)| (Hager and Zhang's approximate Wolfe conditions, SIAM J. Optim. 2005: unlike
// values of f, slopes lose nothing to cancellation near the minimum).
#pragma once

#include <cmath>

#include "core/infinity.hpp"

namespace hingeline::internal {

struct LineSlopes {
  double first = 0;   // f'(t)
  double second = 0;  // f''(t), generalised

  LineSlopes& operator+=(const LineSlopes& other) {
    first += other.first;
    second += other.second;
    return *this;
  }
};

/// Returns the t at which `slopes_at` was called last, not beyond the minimum unless the slope there is small; `start`
/// = f'(0) < 0.
template <class SlopesAt>
double line_minimum(const SlopesAt& slopes_at, double start, double share = 0.1) {
  constexpr int most = 60;
  double lower = 0;
  double upper = infinity;
  double t = 1;
  for (int i = 0;; ++i) {
    const LineSlopes at = slopes_at(t);
    if (std::abs(at.first) <= -share * start) return t;
    (at.first < 0 ? lower : upper) = t;
    if (i == most) {
      if (t != lower) slopes_at(lower);
      return lower;
    }
    const double newton = t - at.first / at.second;
    const double middle = upper < infinity ? 0.5 * (lower + upper) : 2 * t;
    t = newton > lower && newton < upper ? newton : middle;
  }
}

}  // namespace hingeline::internal
