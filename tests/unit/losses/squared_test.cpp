// SPDX-License-Identifier: BSD-3-Clause
#include "losses/squared.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(SquaredLoss, HasAHalf) {
  const SquaredLoss loss;
  EXPECT_EQ(loss.value(1, 4), 4.5);
  EXPECT_EQ(loss.derivative(1, 4), 3);
  EXPECT_EQ(loss.conjugate(3, 2, 4), -8);
}

TEST(SquaredLoss, StepDividesByTheShiftedNorm) {
  const SquaredLoss loss;
  EXPECT_EQ(loss.step(1, 2, 4, 1), -2);
  EXPECT_EQ(loss.step(1, 2, 4, 0), -6);
  EXPECT_EQ(loss.step_slope(1, 2, 4, 1.5), 0.5);
}

}  // namespace
}  // namespace hingeline::internal
