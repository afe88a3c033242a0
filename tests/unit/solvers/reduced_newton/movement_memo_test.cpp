// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/movement_memo.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// One column of normal numbers, targets x + normal noise.
struct Line {
  explicit Line(std::size_t rows) : values(rows), targets(rows) {
    Random random(4);
    for (std::size_t i = 0; i < rows; ++i) {
      values[i] = random.normal();
      targets[i] = values[i] + random.normal();
    }
    problem.x = DenseView<double>{values.data(), static_cast<std::int64_t>(rows), 1, 1};
    problem.y = targets;
    problem.loss = {.name = LossName::absolute};
  }

  std::vector<double> values;
  std::vector<double> targets;
  Problem problem;
};

Solution at(double w, double b = 0) {
  Solution solution;
  solution.coef = {w};
  solution.intercept = b;
  solution.status = Status::converged;
  return solution;
}

const std::vector<double> zero = {0};
const WarmStart start = {{}, zero, 0};

TEST(MovementMemo, ForeseesWhatItSaw) {
  const Line line(5000);
  MovementMemo memo;
  EXPECT_FALSE(memo.foreseen());
  memo.observe(line.problem, start, at(0.1), 1e-4);
  EXPECT_NEAR(memo.foreseen()->movement, 1.3 * 0.1, 0.01);
  // Residuals from w = 0.1 have variance 1 + 0.9^2, of which those within 0.39 of 0 are a share of 0.228.
  EXPECT_NEAR(memo.foreseen()->near, 0.228, 0.06);
}

TEST(MovementMemo, BelievesALongerMovementAtOnceAndAShorterOneByAndBy) {
  const Line line(5000);
  MovementMemo memo;
  memo.observe(line.problem, start, at(0.1), 1e-4);
  const double first = memo.foreseen()->movement;
  memo.observe(line.problem, start, at(0), 1e-4);
  EXPECT_DOUBLE_EQ(memo.foreseen()->movement, first / 2);
  memo.observe(line.problem, start, at(0.2), 1e-4);
  EXPECT_DOUBLE_EQ(memo.foreseen()->movement, 2 * first);
  memo.observe(line.problem, start, at(0, 0.5), 1e-4);
  EXPECT_NEAR(memo.foreseen()->movement, 1.3 * 0.5 / 1.2816, 1e-12);
}

TEST(MovementMemo, AFewHugeRowsAreNotTheOthers) {
  Line line(5000);
  for (std::size_t i = 0; i < 5000; i += 7) line.values[i] = 1e6;
  MovementMemo memo;
  memo.observe(line.problem, start, at(0.1), 1e-4);
  EXPECT_LT(memo.foreseen()->movement, 0.2);
}

TEST(MovementMemo, SolutionsThatDidNotConvergeAreIgnored) {
  const Line line(100);
  Solution solution = at(std::nan(""));
  solution.status = Status::numerical;
  MovementMemo memo;
  memo.observe(line.problem, start, solution, 1e-4);
  EXPECT_FALSE(memo.foreseen());
}

}  // namespace
}  // namespace hingeline::internal
