// SPDX-License-Identifier: BSD-3-Clause
#include "losses/squared_epsilon_insensitive.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(SquaredEpsilonInsensitiveLoss, HasNoHalf) {
  const SquaredEpsilonInsensitiveLoss loss(0.5);
  EXPECT_EQ(loss.value(1, 3.5), 4);
  EXPECT_EQ(loss.derivative(1, 3.5), 4);
  EXPECT_EQ(loss.derivative(1, -1.5), -4);
  EXPECT_EQ(loss.curvature(1, 3.5), 2);
  EXPECT_EQ(loss.value(1, 1.5), 0);
  EXPECT_EQ(loss.curvature(1, 1.25), 0);
}

TEST(SquaredEpsilonInsensitiveLoss, StepIsZeroExactlyInTheTube) {
  const SquaredEpsilonInsensitiveLoss loss(0.5);
  EXPECT_EQ(loss.step(1, 2, 0.5, 0.75), 0);
  EXPECT_EQ(loss.step(1, 2, 3.5, 0.75), -2);
  EXPECT_EQ(loss.step(1, 2, 3.5, 0), -8);
}

}  // namespace
}  // namespace hingeline::internal
