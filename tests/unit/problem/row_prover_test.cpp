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

}  // namespace
}  // namespace hingeline::internal
