// SPDX-License-Identifier: BSD-3-Clause
#include "core/signs.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/infinity.hpp"

namespace hingeline::internal {
namespace {

constexpr std::array magnitudes = {5e-324, 0.1, 1.0, 1.7e308, infinity};

TEST(BelowZero, OnlyWhatIsLess) {
  for (const double x : magnitudes) {
    EXPECT_EQ(below_zero(-x), 1) << x;
    EXPECT_EQ(below_zero(x), 0) << x;
  }
  EXPECT_EQ(below_zero(0.0), 0);
  EXPECT_EQ(below_zero(-0.0), 0);
}

TEST(PositivePart, IsExact) {
  for (const double x : magnitudes) {
    EXPECT_EQ(positive_part(x), x);
    EXPECT_EQ(positive_part(-x), 0) << x;
  }
}

}  // namespace
}  // namespace hingeline::internal
