// SPDX-License-Identifier: BSD-3-Clause
//
// The slow reference for the logistic step: Newton's method on the same one-variable problem as logistic_newton.hpp,
// made to converge by a backtracking line search instead of by its theorems (Yu, Huang and Lin, Machine Learning 2011,
// section 3.1). A step length l = 1, 1/2, 1/4, ... is taken as soon as the point is inside and
//
//     g(Z + l d) - g(Z) <= gamma l g'(Z) d,
//
// where the rounding of g is forgiven. Every trial costs the two logarithms of g.
#pragma once

#include <cmath>
#include <limits>

#include "support/logistic_newton.hpp"

namespace hingeline::support {

struct LineSearchShares {
  double Z1;
  double Z2;
  int iterations;
  int trials;
};

class LogisticLineSearch {
 public:
  explicit LogisticLineSearch(const internal::LogisticSide& side) : side_(side) {}

  double next(double Z) {
    constexpr double gamma = 0.01;
    constexpr int max_trials = 60;
    const double slope = side_.slope(Z);
    const double d = -slope / side_.curvature(Z);
    const double g = objective(Z);
    const double largest_term = side_.s * (1 + std::abs(std::log(side_.s))) + std::abs(g);
    const double rounding = 8 * std::numeric_limits<double>::epsilon() * largest_term;
    double length = 1;
    for (int trial = 0; trial < max_trials; ++trial, length /= 2) {
      const double candidate = Z + length * d;
      ++trials_;
      if (candidate <= 0 || candidate >= side_.s) continue;
      if (objective(candidate) - g <= gamma * length * slope * d + rounding) return candidate;
    }
    return Z;
  }
  int trials() const { return trials_; }

 private:
  double objective(double Z) const {
    const double rest = side_.s - Z;
    const double z = Z - side_.c;
    return Z * std::log(Z) + rest * std::log(rest) + z * (side_.a * z / 2 + side_.b);
  }

  internal::LogisticSide side_;
  int trials_ = 0;
};

inline LineSearchShares logistic_with_line_search(double a, double b, double c1, double c2, double tolerance = 1e-12,
                                                  int max_iterations = 1000) {
  const bool first = internal::first_share_is_smaller(a, b, c1, c2);
  const internal::LogisticSide side = internal::logistic_side(first, a, b, c1, c2);
  LogisticLineSearch search(side);
  double Z = side.start();
  int iterations = 0;
  while (iterations < max_iterations && std::abs(side.slope(Z)) > tolerance) {
    const double next = search.next(Z);
    ++iterations;
    if (next == Z) break;
    Z = next;
  }
  const double other = side.s - Z;
  return {first ? Z : other, first ? other : Z, iterations, search.trials()};
}

}  // namespace hingeline::support
