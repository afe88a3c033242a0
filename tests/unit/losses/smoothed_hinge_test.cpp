// SPDX-License-Identifier: BSD-3-Clause
#include "losses/smoothed_hinge.hpp"

#include <gtest/gtest.h>

#include <array>

namespace hingeline::internal {
namespace {

TEST(SmoothedHingeLoss, HasThreePieces) {
  const SmoothedHingeLoss loss{0.5};
  EXPECT_EQ(loss.value(1, 1), 0);
  EXPECT_EQ(loss.value(1, 0.75), 0.0625);
  EXPECT_EQ(loss.value(1, 0.5), 0.25);
  EXPECT_EQ(loss.value(-1, 1), 1.75);
  EXPECT_EQ(loss.derivative(-1, -0.75), 0.5);
  EXPECT_EQ(loss.derivative(-1, 3), 1);
}

TEST(SmoothedHingeLoss, StepIsClippedToTheBox) {
  const SmoothedHingeLoss loss{0.5};
  // q + gamma / c = 0.75 + 0.25.
  EXPECT_EQ(loss.step(1, 2, 0, 0.75), 1);
  EXPECT_EQ(loss.step(-1, 2, 0, 0.75), -1);
  EXPECT_EQ(loss.step(1, 2, -2, 0.75), 2);
  EXPECT_EQ(loss.step(1, 2, 1.5, 0.75), 0);
}

TEST(SmoothedHingeLoss, KinksAreInOrderForBothClasses) {
  const SmoothedHingeLoss loss{0.5};
  EXPECT_EQ(loss.kinks(1), (std::array{0.5, 1.0}));
  EXPECT_EQ(loss.kinks(-1), (std::array{-1.0, -0.5}));
}

}  // namespace
}  // namespace hingeline::internal
