// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/steps/line_minimum.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hingeline::internal {
namespace {

TEST(LineMinimum, TakesANewtonStepAsItIs) {
  int calls = 0;
  const auto parabola = [&](double t) {
    ++calls;
    return LineSlopes{t - 1, 1};
  };
  EXPECT_EQ(line_minimum(parabola, -1), 1);
  EXPECT_EQ(calls, 1);
}

TEST(LineMinimum, FindsMinimaNearAndFar) {
  for (const double far : {1e-9, 1e-3, 0.3, 7.0, 1e5}) {
    double last = 0;
    const auto slopes = [&](double t) {
      last = t;
      return LineSlopes{std::atan(t / far - 1), 1 / far / (1 + (t / far - 1) * (t / far - 1))};
    };
    const double t = line_minimum(slopes, std::atan(-1.0));
    EXPECT_EQ(t, last);
    EXPECT_NEAR(t, far, 0.1 * far);
  }
}

TEST(LineMinimum, CrossesFlatAndSteepPieces) {
  const auto slopes = [](double t) { return t < 50 ? LineSlopes{-1, 0} : LineSlopes{-1 + 1000 * (t - 50), 1000}; };
  EXPECT_NEAR(line_minimum(slopes, -1), 50.001, 1e-3);
}

}  // namespace
}  // namespace hingeline::internal
