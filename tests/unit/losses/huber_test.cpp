// SPDX-License-Identifier: BSD-3-Clause
#include "losses/huber.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(HuberLoss, TurnsLinearAtDelta) {
  const HuberLoss loss{2};
  EXPECT_EQ(loss.value(1, 3), 2);
  EXPECT_EQ(loss.value(1, 5), 6);
  EXPECT_EQ(loss.derivative(1, 2.5), 1.5);
  EXPECT_EQ(loss.derivative(1, 5), 2);
  EXPECT_EQ(loss.curvature(1, 2), 1);
  EXPECT_EQ(loss.curvature(1, 5), 0);
}

TEST(HuberLoss, StepIsClippedToDelta) {
  const HuberLoss loss{2};
  EXPECT_EQ(loss.step(1, 2, 2, 0.5), -1);
  EXPECT_EQ(loss.step(1, 2, 9, 0.5), -4);
  EXPECT_EQ(loss.step(1, 2, -9, 0), 4);
  EXPECT_EQ(loss.conjugate(1, 2, 4), 0);
  EXPECT_EQ(loss.conjugate(1, 2, 4.5), infinity);
}

}  // namespace
}  // namespace hingeline::internal
