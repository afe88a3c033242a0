// SPDX-License-Identifier: BSD-3-Clause
#include "losses/epsilon_insensitive.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(EpsilonInsensitiveLoss, IsZeroInTheTube) {
  const EpsilonInsensitiveLoss loss(0.5);
  EXPECT_EQ(loss.value(1, 1.5), 0);
  EXPECT_EQ(loss.value(1, 3), 1.5);
  EXPECT_EQ(loss.value(1, -1), 1.5);
  EXPECT_EQ(loss.derivative(1, 3), 1);
  EXPECT_EQ(loss.derivative(1, -1), -1);
  EXPECT_EQ(loss.derivative(1, 1.25), 0);
}

TEST(EpsilonInsensitiveLoss, StepIsFlatInTheTubeAndAtTheBounds) {
  const EpsilonInsensitiveLoss loss(0.5);
  EXPECT_EQ(loss.step(1, 2, 1.5, 0.5), 0);
  EXPECT_EQ(loss.step(1, 2, 1.75, 0.5), -0.5);
  EXPECT_EQ(loss.step(1, 2, 0.25, 0.5), 0.5);
  EXPECT_EQ(loss.step(1, 2, 9, 0.5), -2);
  EXPECT_EQ(loss.step(1, 2, -9, 0.5), 2);
  EXPECT_EQ(loss.step(1, 2, -9, 0), 2);
  EXPECT_EQ(loss.step(1, 2, 1.5, 0), 0);
}

TEST(EpsilonInsensitiveLoss, TubeWithoutWidthHasASlopeAtTheTarget) {
  const EpsilonInsensitiveLoss loss(0);
  EXPECT_EQ(loss.step(1, 2, 1, 0.5), 0);
  EXPECT_EQ(loss.step_slope(1, 2, 1, 0.5), 2);
  EXPECT_EQ(loss.step_slope(1, 2, 1, 0), 0);
}

}  // namespace
}  // namespace hingeline::internal
