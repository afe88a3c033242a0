// SPDX-License-Identifier: BSD-3-Clause
#include "losses/expectile.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(ExpectileLoss, WeighsTheSquares) {
  const ExpectileLoss loss(0.25);
  EXPECT_EQ(loss.value(3, 1), 1);
  EXPECT_EQ(loss.value(1, 3), 3);
  EXPECT_EQ(loss.derivative(3, 1), -1);
  EXPECT_EQ(loss.derivative(1, 3), 3);
  EXPECT_EQ(loss.curvature(1, 3), 1.5);
}

TEST(ExpectileLoss, StepDependsOnTheSide) {
  const ExpectileLoss loss(0.25);
  // 1 / (2 c tau) = 1 above the prediction, 1 / (2 c (1 - tau)) = 1 / 3 below.
  EXPECT_EQ(loss.step(3, 2, 1, 1), 1);
  EXPECT_DOUBLE_EQ(loss.step(1, 2, 3, 1), -1.5);
  EXPECT_EQ(loss.conjugate(3, 2, 2), -4);
}

}  // namespace
}  // namespace hingeline::internal
