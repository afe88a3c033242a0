// SPDX-License-Identifier: BSD-3-Clause
#include "problem/best_constant.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hingeline::internal {
namespace {

TEST(BestConstant, FindsTheMeanOfSquares) {
  const std::vector<double> y = {1, 4, 10};
  int evaluations = 0;
  const auto derivative = [&](double b) {
    ++evaluations;
    double total = 0;
    for (const double target : y) total += b - target;
    return total;
  };
  EXPECT_NEAR(best_constant(derivative, 0, 1e-3, 1e-12), 5, 1e-6);
  EXPECT_LT(evaluations, 40);
}

TEST(BestConstant, FindsTheMedianOfJumps) {
  const std::vector<double> y = {-3, 0.125, 2, 7, 1e6};
  int evaluations = 0;
  const auto derivative = [&](double b) {
    ++evaluations;
    double total = 0;
    for (const double target : y) total += b > target ? 1 : -1;
    return total;
  };
  EXPECT_NEAR(best_constant(derivative, 0, 1e-3, 1e-9), 2, 1e-8);
  EXPECT_LT(evaluations, 100);
}

TEST(BestConstant, StaysWhereTheDerivativeIsZero) {
  EXPECT_EQ(best_constant([](double) { return 0.0; }, 3, 1, 1e-9), 3);
}

TEST(BestConstant, EndsWhereTheMinimiserIsAtInfinity) {
  EXPECT_TRUE(std::isfinite(best_constant([](double b) { return -std::exp(-b); }, 0, 1, 1e-9)));
}

}  // namespace
}  // namespace hingeline::internal
