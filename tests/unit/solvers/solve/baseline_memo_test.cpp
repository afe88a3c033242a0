// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/baseline_memo.hpp"

#include <gtest/gtest.h>

#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

TEST(BaselineMemo, ScalesWithCAndAsksAgainForAnotherLoss) {
  const support::RandomProblem random(50, 3, Loss{LossName::quantile}, 4);
  Problem problem = random.problem(support::Storage::dense_double);
  BaselineMemo memo;
  for (const double tau : {0.2, 0.7})
    for (const double C : {1.0, 30.0, 1e-3}) {
      problem.C = C;
      problem.loss.tau = tau;
      const Baseline expected = baseline(problem);
      const Baseline found = memo.get(problem);
      EXPECT_NEAR(found.primal, expected.primal, 1e-8 * expected.primal);
      EXPECT_NEAR(found.loss, expected.loss, 1e-8 * expected.loss);
      EXPECT_NEAR(found.intercept, expected.intercept, 1e-8);
    }
}

}  // namespace
}  // namespace hingeline::internal
