// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/illinois_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hingeline::internal {
namespace {

TEST(IllinoisSearch, TakesTheWholeStepWhereThatIsAccurateEnough) {
  int asked = 0;
  const auto slope_at = [&](double alpha) { return ++asked, alpha - 1.05; };
  EXPECT_EQ(illinois_search(slope_at, -1.05, 0.1, 60), 1);
  EXPECT_EQ(asked, 1);
}

TEST(IllinoisSearch, GoesBeyondAndBack) {
  for (const double zero : {0.01, 0.3, 3.0, 700.0}) {
    const auto slope_at = [&](double alpha) { return std::atan(alpha - zero); };
    EXPECT_LE(std::abs(slope_at(illinois_search(slope_at, slope_at(0), 1e-9, 60))), 1e-9 * std::abs(slope_at(0)));
  }
}

TEST(IllinoisSearch, EndsAfterSoManyEvaluations) {
  int asked = 0;
  const auto slope_at = [&](double) { return ++asked, -1.0; };
  EXPECT_EQ(illinois_search(slope_at, -1, 0.1, 3), 8);
  EXPECT_EQ(asked, 4);
}

}  // namespace
}  // namespace hingeline::internal
