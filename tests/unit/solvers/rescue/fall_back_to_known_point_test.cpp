// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/fall_back_to_known_point.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "hingeline/solve.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

constexpr double wanted_gap = 1e-6;

/// Rows that no w tells apart: the best is 0, and s that of its slopes.
class FallBackToKnownPoint : public ::testing::Test {
 protected:
  FallBackToKnownPoint() {
    problem_.x = DenseView<double>{x_.data(), 4, 1, 1};
    problem_.y = y_;
    problem_.loss.name = LossName::squared_hinge;
    problem_.C = 0.1;
    far_.coef = {5};
    far_.intercept = 3;
    far_.dual_coef = {0.2, 0.2, -0.2, -0.2};
    far_.certificate.primal = far_.certificate.gap = 100;
    far_.status = Status::numerical;
    far_.reason = "arithmetic";
  }

  const std::vector<double> x_ = {1, -1, 1, -1};
  const std::vector<double> y_ = {1, 1, -1, -1};
  Problem problem_;
  Solution far_;
};

TEST_F(FallBackToKnownPoint, TakesThePlaceOfWhatIsWorse) {
  const Solution answer = fall_back_to_known_point(far_, problem_, {}, wanted_gap);
  EXPECT_EQ(answer.coef, std::vector<double>{0});
  EXPECT_NEAR(answer.intercept, 0, 1e-6);
  EXPECT_NEAR(answer.certificate.primal, 0.4, 1e-12);
  EXPECT_EQ(answer.status, Status::converged);
  EXPECT_TRUE(answer.reason.empty());
}

TEST_F(FallBackToKnownPoint, SaysWhatIsNotProven) {
  far_.dual_coef.assign(4, std::numeric_limits<double>::quiet_NaN());
  far_.certificate.primal = std::numeric_limits<double>::quiet_NaN();
  const Solution answer = fall_back_to_known_point(far_, problem_, {}, wanted_gap);
  EXPECT_EQ(answer.coef, std::vector<double>{0});
  EXPECT_NEAR(answer.certificate.primal, 0.4, 1e-12);
  EXPECT_EQ(answer.certificate.dual, 0);
  EXPECT_EQ(answer.status, Status::numerical);
  EXPECT_EQ(answer.reason, "arithmetic");
}

/// Of predictions that are no numbers a loss may be one.
TEST_F(FallBackToKnownPoint, TakesThePlaceOfWhatIsNoNumber) {
  far_.certificate.primal = 0;
  far_.intercept = std::numeric_limits<double>::quiet_NaN();
  const Solution answer = fall_back_to_known_point(far_, problem_, {}, wanted_gap);
  EXPECT_NEAR(answer.certificate.primal, 0.4, 1e-12);
  EXPECT_TRUE(std::isfinite(answer.intercept));
}

TEST_F(FallBackToKnownPoint, ProvesWhatCameWithoutDualVariables) {
  far_.dual_coef.clear();
  const Solution answer = fall_back_to_known_point(far_, problem_, {}, wanted_gap);
  EXPECT_NEAR(answer.certificate.primal, 0.4, 1e-12);
  EXPECT_EQ(answer.certificate.dual, 0);
  EXPECT_EQ(answer.status, Status::numerical);
  EXPECT_TRUE(answer.dual_coef.empty());
}

TEST_F(FallBackToKnownPoint, KeepsTheBoundOfDualVariablesThatWereNotKept) {
  constexpr double gap = 1e-13;
  far_.dual_coef.clear();
  far_.certificate.dual = 0.4 - gap;
  const Solution answer = fall_back_to_known_point(far_, problem_, {}, wanted_gap);
  EXPECT_EQ(answer.coef, std::vector<double>{0});
  EXPECT_NEAR(answer.certificate.gap, gap, 1e-15);
  EXPECT_NEAR(answer.certificate.dual, 0.4 - gap, 1e-15);
  EXPECT_EQ(answer.status, Status::converged);
}

TEST_F(FallBackToKnownPoint, LeavesOtherAnswersAsTheyAre) {
  far_.certificate.primal = 0.4;
  EXPECT_EQ(fall_back_to_known_point(far_, problem_, {}, wanted_gap).coef, far_.coef);
  far_.certificate.primal = std::numeric_limits<double>::infinity();
  far_.status = Status::infeasible;
  EXPECT_EQ(fall_back_to_known_point(far_, problem_, {}, wanted_gap).coef, far_.coef);
}

/// Constraints forbid w = 0, so that only the start is known.
TEST_F(FallBackToKnownPoint, IsTheStartWhereConstraintsForbidZero) {
  const std::vector<double> one = {1};
  problem_.bounds = {one, {}};
  far_.certificate.max_violation = 0;
  far_.dual_coef[0] = std::numeric_limits<double>::quiet_NaN();
  const Solution answer = fall_back_to_known_point(far_, problem_, {{}, one, 0}, wanted_gap);
  EXPECT_EQ(answer.coef, one);
  EXPECT_LT(answer.certificate.primal, 100);
  EXPECT_EQ(answer.dual_coef[0], 0);
}

TEST(FallBackToStart, IsNotLostToAShortRun) {
  const support::RandomProblem random(300, 8, {.name = LossName::hinge}, 5);
  Problem problem = random.problem(support::Storage::dense_double);
  problem.C = 100;
  const Solution first = solve(problem, {.tolerance = 1e-9});
  ASSERT_EQ(first.status, Status::converged);
  for (const Solver solver : {Solver::dual_cd, Solver::alm_newton, Solver::interior_point, Solver::reduced_newton}) {
    const SolverOptions shortly{.solver = solver, .tolerance = 1e-12, .max_passes = 2};
    const Solution again = solve(problem, shortly, {.dual_coef = {}, .coef = first.coef, .intercept = first.intercept});
    EXPECT_LE(again.certificate.primal, first.certificate.primal * (1 + wanted_gap)) << to_string(solver);
  }
}

}  // namespace
}  // namespace hingeline::internal
