// SPDX-License-Identifier: BSD-3-Clause
#include "problem/violation_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "data/rows.hpp"

namespace hingeline::internal {
namespace {

/// Two columns and one of zeros; the last row is absent.
class Violations : public testing::Test {
 protected:
  Problem problem(double of_first, double of_second, double of_targets) {
    x_ = {1 * of_first, 2 * of_second, 0, -1 * of_first, -2 * of_second, 0, 1000, 1000, 1000};
    y_ = {3 * of_targets, -3 * of_targets, 1000};
    Problem problem;
    problem.x = DenseView<double>{x_.data(), 3, 3, 3};
    problem.y = y_;
    problem.weights = weights_;
    problem.intercept = Intercept::none;
    return problem;
  }
  double violation(const Problem& problem, const std::vector<double>& a, const std::vector<double>& w, double limit) {
    ThreadPool alone(1);
    const ViolationScale scale(problem, alone);
    LargestViolation largest(scale, w);
    const DenseRows<double> rows(DenseView<double>{a.data(), 1, 3, 3});
    largest.take(rows, 0, rows.dot(0, w.data()), limit);
    return largest.value();
  }

  std::vector<double> x_;
  std::vector<double> y_;
  const std::vector<double> weights_ = {1, 1, 0};
};

TEST_F(Violations, AreBesideTheLightestCoefficient) {
  // rms 1 and 2: reach max(|0.5|, |2 0.25|), lightest min(1 / 1, 1 / 2)
  EXPECT_DOUBLE_EQ(violation(problem(1, 1, 1), {1, -1, 0}, {0.5, 0.25, 7}, 0), 0.25 / (0.75 + 0.5 * 0.5));
  EXPECT_EQ(violation(problem(1, 1, 1), {1, -2, 0}, {0.5, 0.25, 7}, 0), 0);
}

/// What w_2 <= w_3 allows between light columns would let heavy ones beside them be in any order.
TEST(ViolationsOfTies, AreBesideTheHeaviestColumnThatIsTied) {
  const std::vector<double> x = {1e5, 1, 1, 1e5};
  const std::vector<double> y = {1};
  const std::vector<double> a = {-1, 1, 0, 0, 0, -1, 1, 0, 0, 0, -1, 1};
  const std::vector<double> w = {1e-5, 1e-5, -1e-5, -1e-5};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 1, 4, 4};
  problem.y = y;
  problem.intercept = Intercept::none;
  problem.constraints.rows = DenseView<double>{a.data(), 3, 4, 4};
  ThreadPool alone(1);
  const ViolationScale scale(problem, alone);
  LargestViolation largest(scale, w);
  const DenseRows<double> rows(DenseView<double>{a.data(), 3, 4, 4});
  largest.take(rows, 1, rows.dot(1, w.data()), 0);
  EXPECT_DOUBLE_EQ(largest.value(), 2e-5 / (2e-5 + 1e-5));
}

TEST_F(Violations, AreTheSameInAllUnits) {
  const double expected = violation(problem(1, 1, 1), {1, -1, 0}, {0.5, 0.25, 0}, 0.125);
  EXPECT_GT(expected, 0.1);
  for (const double unit : {1e-9, 1e-5, 1e5, 1e9}) {
    const std::vector<double> a = {unit, -1, 0};
    EXPECT_NEAR(violation(problem(unit, 1, 1), a, {0.5 / unit, 0.25, 0}, 0.125), expected, 1e-12);
    EXPECT_NEAR(violation(problem(1, 1, unit), {1, -1, 0}, {0.5 * unit, 0.25 * unit, 0}, 0.125 * unit), expected,
                1e-12);
  }
}

TEST_F(Violations, OfAStrongPenaltysCoefficientsAreSeen) {
  EXPECT_NEAR(violation(problem(1, 1, 1), {1, -1, 0}, {1e-4, -1e-4, 0}, 0), 2e-4 / (2e-4 + 0.5 * 2e-4), 1e-12);
}

TEST_F(Violations, OfNextToNothingAreRounding) {
  EXPECT_LT(violation(problem(1, 1, 1), {1, -1, 0}, {1e-16, -1e-16, 0}, 0), 1e-9);
}

TEST_F(Violations, OfColumnsOfZerosAreBesideTheLimit) {
  EXPECT_DOUBLE_EQ(violation(problem(1, 1, 1), {0, 0, 1}, {0.5, 0.25, 1}, 3), 2.0 / 4);
}

TEST_F(Violations, AreInfiniteWhereTheyCannotBeTold) {
  EXPECT_EQ(violation(problem(1, 1, 1), {1e200, 1e200, 0}, {1e200, 1e200, 0}, 0), infinity);
  const double finite = violation(problem(1, 1, 1e155), {1, -1, 0}, {1e5, -1e5, 0}, 0);
  EXPECT_GT(finite, 0.5) << "squares of targets overflow";
}

}  // namespace
}  // namespace hingeline::internal
