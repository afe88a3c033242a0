// SPDX-License-Identifier: BSD-3-Clause
//
// Theorems 2 to 5 of Yu, Huang and Lin, Machine Learning 2011, on random sub-problems of the logistic step.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "losses/logistic_step.hpp"
#include "support/logistic_line_search.hpp"
#include "support/logistic_newton.hpp"

namespace hingeline::internal {
namespace {

struct SubProblem {
  double a, b, c1, c2;

  LogisticSide smaller_side() const { return logistic_side(first_share_is_smaller(a, b, c1, c2), a, b, c1, c2); }

  /// Z* of the smaller side, by bisection of the increasing g_t' in log Z.
  double solution() const {
    const LogisticSide side = smaller_side();
    double low = std::log(1e-300);
    double high = std::log(side.s / 2);
    for (int i = 0; i < 200; ++i) {
      const double middle = (low + high) / 2;
      (side.slope(std::exp(middle)) < 0 ? low : high) = middle;
    }
    return std::exp(low);
  }
};

class LogisticNewton : public ::testing::Test {
 protected:
  static constexpr int trials = 2000;

  SubProblem random_problem() {
    const double C = decades(-2, 6);
    const double share = uniform();
    return {decades(-4, 4), 60 * uniform() - 30, share * C, (1 - share) * C};
  }
  double uniform() { return std::uniform_real_distribution<double>(1e-6, 1 - 1e-6)(random_); }
  double decades(double low, double high) { return std::pow(10, low + (high - low) * uniform()); }

 private:
  std::mt19937_64 random_{7};
};

TEST_F(LogisticNewton, Theorem2TheMinimumIsInsideWithDerivativeZero) {
  for (int i = 0; i < trials; ++i) {
    const SubProblem problem = random_problem();
    const LogisticSide side = problem.smaller_side();
    const LogisticShares shares = logistic_newton(problem.a, problem.b, problem.c1, problem.c2);
    const double smaller = std::min(shares.Z1, shares.Z2);
    EXPECT_GT(smaller, 0);
    EXPECT_LE(smaller, side.s / 2 * (1 + 1e-12));
    EXPECT_NEAR(side.slope(smaller), 0, 1e-10 * (1 + std::abs(side.b) + side.a * side.s));
    EXPECT_NEAR(shares.Z1 + shares.Z2, problem.c1 + problem.c2, 1e-15 * side.s);
  }
}

TEST_F(LogisticNewton, TheSideTestFindsTheSmallerShare) {
  for (int i = 0; i < trials; ++i) {
    const SubProblem problem = random_problem();
    // g' at the middle z_m, where the logarithm is 0: the root lies on the side of z_m that its sign says.
    const LogisticSide first = logistic_side(true, problem.a, problem.b, problem.c1, problem.c2);
    EXPECT_EQ(first_share_is_smaller(problem.a, problem.b, problem.c1, problem.c2), first.slope(first.s / 2) >= 0);
  }
}

TEST_F(LogisticNewton, Theorem3FromTheRightSideIteratesRiseToTheSolution) {
  for (int i = 0; i < trials; ++i) {
    const SubProblem problem = random_problem();
    const LogisticSide side = problem.smaller_side();
    const double solution = problem.solution();
    double Z = solution * uniform();
    for (int iteration = 0; iteration < 100; ++iteration) {
      const double next = side.next(Z);
      ASSERT_GE(next, Z * (1 - 1e-9));
      ASSERT_LE(next, solution * (1 + 1e-9));
      Z = next;
    }
    EXPECT_NEAR(Z / solution, 1, 1e-9);
  }
}

TEST_F(LogisticNewton, Theorem4FromTheWrongSideAnIterateReachesTheRightSide) {
  int left_the_interval = 0;
  for (int i = 0; i < trials; ++i) {
    const SubProblem problem = random_problem();
    const LogisticSide side = problem.smaller_side();
    const double solution = problem.solution();
    double Z = solution + (side.s - solution) * uniform();
    int iterations = 0;
    while (Z > solution * (1 + 1e-9) && iterations < 100) {
      if (Z - side.slope(Z) / side.curvature(Z) <= 0) {
        ++left_the_interval;
        EXPECT_EQ(side.next(Z), 0.1 * Z);
      }
      const double next = side.next(Z);
      ASSERT_GT(next, 0);
      ASSERT_LT(next, Z);
      Z = next;
      ++iterations;
    }
    EXPECT_LT(iterations, 100);
  }
  EXPECT_GT(left_the_interval, trials / 10);
}

TEST_F(LogisticNewton, Theorem5IteratesConvergeFromAnyStart) {
  for (int i = 0; i < trials; ++i) {
    const SubProblem problem = random_problem();
    const LogisticSide side = problem.smaller_side();
    double Z = side.s * (uniform() < 0.5 ? uniform() : decades(-200, 0));
    for (int iteration = 0; iteration < 1000; ++iteration) Z = side.next(Z);
    EXPECT_NEAR(Z / problem.solution(), 1, 1e-9);
  }
}

TEST_F(LogisticNewton, TheStartLiesInTheHalfOfTheSolution) {
  for (int i = 0; i < trials; ++i) {
    const LogisticSide side = random_problem().smaller_side();
    EXPECT_GT(side.start(), 0);
    EXPECT_LE(side.start(), side.s / 2);
  }
}

TEST_F(LogisticNewton, AgreesWithTheLineSearchAndTheLogOdds) {
  for (int i = 0; i < trials; ++i) {
    const SubProblem p = random_problem();
    const LogisticShares newton = logistic_newton(p.a, p.b, p.c1, p.c2);
    const auto searched = support::logistic_with_line_search(p.a, p.b, p.c1, p.c2);
    const double u = step_log_odds(p.b - p.a * p.c1, p.a, p.c1 + p.c2).log_odds;
    const LogisticDual odds = split_by_log_odds(p.c1 + p.c2, u);
    // The slope of g_t' in log Z is at least 1, so its rounding is the relative error of the smaller share.
    const double rounding = 1e-11 + 1e-15 * (std::abs(p.b) + p.a * (p.c1 + p.c2));
    EXPECT_NEAR(newton.Z1 / odds.alpha, 1, rounding);
    EXPECT_NEAR(newton.Z2 / odds.complement, 1, rounding);
    EXPECT_NEAR(searched.Z1 / odds.alpha, 1, rounding);
    EXPECT_NEAR(searched.Z2 / odds.complement, 1, rounding);
  }
}

}  // namespace
}  // namespace hingeline::internal
