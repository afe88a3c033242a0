// SPDX-License-Identifier: BSD-3-Clause
//
// Many rows for their columns: proximal_newton begins at a sample's minimum.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "hingeline/solve.hpp"
#include "support/one_hot_rows.hpp"

namespace hingeline {
namespace {

class ManyRows : public ::testing::TestWithParam<LossName> {
 protected:
  Problem problem() const {
    Problem problem = rows_.problem(GetParam());
    problem.penalty = {.l1 = 1, .l2 = 0};
    problem.intercept = Intercept::free;
    problem.C = 0.1;
    return problem;
  }

  const support::OneHotRows rows_{60000, {2, 7, 30, 60}, 5};
  SolverOptions options_{.solver = Solver::proximal_newton, .tolerance = 1e-6};
};

TEST_P(ManyRows, EndWhereAStartOfTheirOwnDoes) {
  const Solution solution = solve(problem(), options_);
  const std::vector<double> zero(solution.coef.size());
  WarmStart start;
  start.coef = zero;
  const Solution without = solve(problem(), options_, start);
  ASSERT_EQ(solution.status, Status::converged);
  ASSERT_EQ(without.status, Status::converged);
  EXPECT_NEAR(solution.certificate.primal, without.certificate.primal, 1e-6 * without.certificate.primal);
  for (const Solution* one : {&solution, &without})
    for (const Solution* other : {&solution, &without}) EXPECT_LE(one->certificate.dual, other->certificate.primal);
}

TEST_P(ManyRows, CountTheSamplesPasses) {
  options_.max_passes = 1;
  const Solution solution = solve(problem(), options_);
  EXPECT_EQ(solution.status, Status::max_passes);
  EXPECT_GE(solution.passes, 1);
}

TEST_P(ManyRows, AreInterruptedInTheSample) {
  const std::atomic<bool> interrupt{true};
  options_.interrupt = &interrupt;
  const Solution solution = solve(problem(), options_);
  EXPECT_EQ(solution.status, Status::interrupted);
  EXPECT_GT(solution.certificate.relative_gap, options_.tolerance);
  EXPECT_FALSE(solution.reason.empty());
}

TEST_P(ManyRows, MayNearlyAllBeOfOneClass) {
  Problem problem = this->problem();
  std::vector<double> y(problem.y.size(), 1.0);
  y[17] = -1;
  problem.y = y;
  const Solution solution = solve(problem, options_);
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_LE(solution.certificate.relative_gap, options_.tolerance);
}

INSTANTIATE_TEST_SUITE_P(Losses, ManyRows, ::testing::Values(LossName::logistic, LossName::squared_hinge));

}  // namespace
}  // namespace hingeline
