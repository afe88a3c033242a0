// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rows/with_intercept.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hingeline::internal {
namespace {

TEST(WithIntercept, SumsThatOughtToBeZeroKeepTheirDigits) {
  const std::vector<double> values(3);
  Problem problem;
  problem.x = DenseView<double>{values.data(), 3, 1, 1};
  const DenseRows<double> rows(DenseView<double>{values.data(), 3, 1, 1});
  std::vector<double> u(2);
  ThreadPool alone(1);
  WithIntercept(rows, problem, alone).combine(std::vector<double>{1e16, 1, -1e16}, u);
  EXPECT_EQ(u[1], 1);
}

}  // namespace
}  // namespace hingeline::internal
