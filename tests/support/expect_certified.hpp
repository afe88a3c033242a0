// SPDX-License-Identifier: BSD-3-Clause
//
// What answers must be: their objectives those of the slow formulas, and the gap of a converged one within the
// tolerance.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::support {

inline void expect_certified(const Problem& problem, const Solution& solution, double tolerance) {
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " gap " << solution.certificate.relative_gap;
  const auto primal = static_cast<double>(slow_primal(problem, solution.coef, solution.intercept));
  const auto dual = static_cast<double>(slow_dual(problem, solution.dual_coef));
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
  EXPECT_NEAR(solution.certificate.dual, dual, 1e-9 * primal);
  EXPECT_LE(primal - dual, tolerance * primal + 1e-10 * (1 + primal));
  if (problem.intercept == Intercept::free) {
    double largest = 0;
    for (const double s : solution.dual_coef) largest = std::max(largest, std::abs(s));
    EXPECT_NEAR(std::accumulate(solution.dual_coef.begin(), solution.dual_coef.end(), 0.0), 0, 1e-12 * largest);
  }
}

/// Of an answer that stopped before: it says why, and claims no more than it has.
inline void expect_honest(const Problem& problem, const Solution& solution, double tolerance) {
  const auto primal = static_cast<double>(slow_primal(problem, solution.coef, solution.intercept));
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * primal);
  EXPECT_LE(static_cast<double>(slow_dual(problem, solution.dual_coef)), primal);
  EXPECT_GT(solution.certificate.relative_gap, tolerance);
  EXPECT_FALSE(solution.reason.empty());
}

}  // namespace hingeline::support
