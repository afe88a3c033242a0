// SPDX-License-Identifier: BSD-3-Clause
#include "problem/row_prover.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hingeline::internal {
namespace {

/// The first row may be all that a column has.
TEST(RowProver, BalancesRoundingOnTheLargestFreeRow) {
  const std::vector<double> x = {1, 0, 0};
  const std::vector<double> y = {1, 2, 3};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 3, 1, 1};
  problem.y = y;
  problem.loss = {.name = LossName::absolute};
  std::vector<double> s = {0, 0.25, std::nextafter(-0.25, -1)};
  EXPECT_EQ(RowProver(problem).balance(s, 0), 0);
  EXPECT_EQ(s[0], 0);
  EXPECT_EQ(s[1] + s[2], 0);
}

/// A row next to an end of its domain has little to give.
TEST(RowProver, BalancesByWhatRowsHaveRoomFor) {
  const std::vector<double> x = {1, 2, 3, 4};
  const std::vector<double> y = {1, 1, -1, -1};
  const std::vector<double> weights = {1e-6, 1e-6, 1, 1};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 4, 1, 1};
  problem.y = y;
  problem.weights = weights;
  problem.loss = {.name = LossName::logistic};
  const std::vector<double> before = {1e-6 * (1 - 1e-6), 4e-7, -7e-7, -8e-7};
  std::vector<double> s = before;
  const double excess = s[0] + s[1] + s[2] + s[3];
  EXPECT_EQ(RowProver(problem).balance(s, 0), 0);
  const double share = excess / (1e-12 + 4e-7 + 7e-7 + 8e-7);
  EXPECT_NEAR(before[0] - s[0], share * 1e-12, 1e-15);
  EXPECT_NEAR(before[3] - s[3], share * 8e-7, 1e-12);
}

}  // namespace
}  // namespace hingeline::internal
