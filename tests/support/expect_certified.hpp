// SPDX-License-Identifier: BSD-3-Clause
//
// What every converged answer must be: its objectives those of the slow formulas, its gap within the tolerance.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::testing {

inline void expect_certified(const Problem& problem, const Solution& solution, double tolerance) {
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " gap " << solution.certificate.relative_gap;
  const auto primal = static_cast<double>(slow_primal(problem, solution.coef, solution.intercept));
  const auto dual = static_cast<double>(slow_dual(problem, solution.dual_coef));
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
  EXPECT_LE(primal - dual, tolerance * primal + 1e-10 * (1 + primal));
  if (problem.intercept == Intercept::free) {
    EXPECT_NEAR(std::accumulate(solution.dual_coef.begin(), solution.dual_coef.end(), 0.0), 0,
                1e-12 * std::max(1.0, problem.C));
  }
}

}  // namespace hingeline::testing
