// SPDX-License-Identifier: BSD-3-Clause
#include "problem/best_constant.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hingeline::internal {
namespace {

/// The sum of phi(b - y) over y, given phi and its derivative, and how often it was asked for.
template <class Value, class Slope>
auto counted(const std::vector<double>& y, const Value& value, const Slope& slope, int& evaluations) {
  return [&y, value, slope, &evaluations](double b) {
    ++evaluations;
    ValueAndSlope total;
    for (const double target : y) total += {value(b - target), slope(b - target)};
    return total;
  };
}

TEST(BestConstant, FindsTheMeanOfSquares) {
  const std::vector<double> y = {1, 4, 10};
  int evaluations = 0;
  const auto squares = counted(
      y, [](double r) { return 0.5 * r * r; }, [](double r) { return r; }, evaluations);
  EXPECT_NEAR(best_constant(squares, 0, 1e-3, 1e-12), 5, 1e-6);
  EXPECT_LT(evaluations, 15);
}

TEST(BestConstant, FindsTheMedian) {
  const auto size = [](double r) { return std::abs(r); };
  const auto side = [](double r) { return r > 0 ? 1.0 : -1.0; };
  int evaluations = 0;
  const std::vector<double> far = {-3, 0.125, 2, 7, 1e6};
  EXPECT_NEAR(best_constant(counted(far, size, side, evaluations), 0, 1e-3, 1e-9), 2, 1e-9);
  EXPECT_LT(evaluations, 20);
  evaluations = 0;
  std::vector<double> ties;
  for (int i = 0; i < 1000; ++i) ties.push_back(i * i % 17);
  std::vector<double> sorted = ties;
  std::ranges::sort(sorted);
  EXPECT_NEAR(best_constant(counted(ties, size, side, evaluations), 0, 1e-3, 1e-9), sorted[500], 1e-9);
  EXPECT_LT(evaluations, 20);
}

/// A kink on a slope that changes: tangents cross near it.
TEST(BestConstant, FindsAKinkOfACurvedFunction) {
  const auto function = [](double b) {
    return ValueAndSlope{std::exp(b) + 5 * std::abs(b - 1), std::exp(b) + (b > 1 ? 5 : -5)};
  };
  EXPECT_NEAR(best_constant(function, -3, 1e-3, 1e-12), 1, 1e-11);
}

TEST(BestConstant, StaysWhereTheSlopeIsZero) {
  EXPECT_EQ(best_constant([](double) { return ValueAndSlope{2, 0}; }, 3, 1, 1e-9), 3);
}

TEST(BestConstant, EndsWhereTheMinimiserIsAtInfinity) {
  const auto function = [](double b) { return ValueAndSlope{std::exp(-b), -std::exp(-b)}; };
  EXPECT_TRUE(std::isfinite(best_constant(function, 0, 1, 1e-9)));
}

}  // namespace
}  // namespace hingeline::internal
