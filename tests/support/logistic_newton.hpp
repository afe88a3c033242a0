// SPDX-License-Identifier: BSD-3-Clause
//
// The step of the logistic loss as Yu, Huang and Lin, Machine Learning 2011 (section 3.2 and 3.3), solve it: a modified
// Newton iteration without line search. With c1 = alpha, c2 = C - alpha, a = q and b = y p (the margin that the row
// predicts now), alpha changes by the z that minimises
//
//     g(z) = (c1 + z) log(c1 + z) + (c2 - z) log(c2 - z) + a z^2 / 2 + b z        over -c1 < z < c2.
//
// So that neither share suffers cancellation, the smaller one becomes the variable: Z_1 = c1 + z or Z_2 = c2 - z. With
// s = c1 + c2, b_1 = b and b_2 = -b both are a minimisation over 0 < Z < s of a g_t with
//
//     g_t'(Z)  = log(Z / (s - Z)) + a (Z - c_t) + b_t,        g_t''(Z) = a + s / (Z (s - Z)).
//
// g_t' is concave on (0, s / 2] and convex beyond, and its root Z* lies in (0, s / 2] for the side t that is chosen by
// the sign of g' at z_m = (c2 - c1) / 2: side 1 if z_m >= -b / a, else side 2.
//
//     Theorem 3   from (0, Z*] Newton's iterates rise to Z*
//     Theorem 4   from beyond Z*, with Z <- xi Z where a Newton step would reach 0 or less, an iterate gets
//                 into (0, Z*]
//     Theorem 5   so from any start the iterates converge to Z*
//
// Beside logistic_step.hpp, which measures better (bench/seeds/logistic_step.cpp) and is what the logistic loss uses.
#pragma once

#include <cmath>

namespace hingeline::internal {

/// One of the two forms of the sub-problem.
struct LogisticSide {
  double a;
  double b;  ///< b_t
  double c;  ///< c_t, the variable's old value
  double s;  ///< sum of both shares

  double slope(double Z) const { return std::log(Z / (s - Z)) + a * (Z - c) + b; }
  double curvature(double Z) const { return a + s / (Z * (s - Z)); }

  /// Theorem 4's iterate.
  double next(double Z) const {
    constexpr double xi = 0.1;
    const double newton = Z - slope(Z) / curvature(Z);
    return newton > 0 ? newton : xi * Z;
  }

  /// The old value, if that is in (0, s / 2) where Z* is; else a share of it that is nearer to 0.
  double start() const {
    constexpr double xi_0 = 0.1;
    return c >= s / 2 ? xi_0 * c : c;
  }
};

struct LogisticShares {
  double Z1;  ///< the new alpha
  double Z2;  ///< the new C - alpha
  int iterations;
};

/// True where Z_1 is the smaller share at the solution: z_m >= -b / a, for any a >= 0.
inline bool first_share_is_smaller(double a, double b, double c1, double c2) { return a * ((c2 - c1) / 2) + b >= 0; }

inline LogisticSide logistic_side(bool first, double a, double b, double c1, double c2) {
  return first ? LogisticSide{a, b, c1, c1 + c2} : LogisticSide{a, -b, c2, c1 + c2};
}

/// Both new shares from the old ones c1, c2 > 0; stops where |g_t'| <= tolerance, which bounds the smaller share's
/// relative error, or where rounding stops the iterate.
inline LogisticShares logistic_newton(double a, double b, double c1, double c2, double tolerance = 1e-12,
                                      int max_iterations = 100) {
  const bool first = first_share_is_smaller(a, b, c1, c2);
  const LogisticSide side = logistic_side(first, a, b, c1, c2);
  double Z = side.start();
  int iterations = 0;
  while (iterations < max_iterations && std::abs(side.slope(Z)) > tolerance) {
    const double next = side.next(Z);
    ++iterations;
    if (next == Z) break;
    Z = next;
  }
  const double other = side.s - Z;
  return first ? LogisticShares{Z, other, iterations} : LogisticShares{other, Z, iterations};
}

}  // namespace hingeline::internal
