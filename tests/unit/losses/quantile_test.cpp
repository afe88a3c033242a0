// SPDX-License-Identifier: BSD-3-Clause
#include "losses/quantile.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(QuantileLoss, WeighsTheSides) {
  const QuantileLoss loss(0.25, 0);
  EXPECT_EQ(loss.value(3, 1), 0.5);
  EXPECT_EQ(loss.value(1, 3), 1.5);
  EXPECT_EQ(loss.derivative(3, 1), -0.25);
  EXPECT_EQ(loss.derivative(1, 3), 0.75);
}

TEST(QuantileLoss, StepEndsAtTheWeights) {
  const QuantileLoss loss(0.25, 0);
  EXPECT_EQ(loss.step(3, 2, 0, 1), 0.5);
  EXPECT_EQ(loss.step(3, 2, 9, 1), -1.5);
  EXPECT_EQ(loss.step(3, 2, 4, 1), -1);
  EXPECT_EQ(loss.step(3, 2, 3, 0), 0);
}

TEST(QuantileLoss, MayHaveATube) {
  const QuantileLoss loss(0.25, 1);
  EXPECT_EQ(loss.value(3, 2), 0);
  EXPECT_EQ(loss.value(3, 0), 0.5);
  EXPECT_EQ(loss.conjugate(3, 2, 0.5), -1);
  EXPECT_EQ(loss.conjugate(3, 2, -1.5), 6);
  EXPECT_EQ(loss.conjugate(3, 2, 0.75), infinity);
}

}  // namespace
}  // namespace hingeline::internal
