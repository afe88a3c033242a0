// SPDX-License-Identifier: BSD-3-Clause
#include "losses/absolute.hpp"

#include <gtest/gtest.h>

#include <array>

namespace hingeline::internal {
namespace {

TEST(AbsoluteLoss, IsTheDistance) {
  const AbsoluteLoss loss;
  EXPECT_EQ(loss.value(1, 3), 2);
  EXPECT_EQ(loss.derivative(1, 3), 1);
  EXPECT_EQ(loss.derivative(1, 1), 0);
  EXPECT_EQ(loss.conjugate(3, 2, -2), 6);
  EXPECT_EQ(loss.conjugate(3, 2, -2.5), infinity);
  EXPECT_EQ(loss.kinks(4), (std::array{4.0}));
}

TEST(AbsoluteLoss, StepIsAClippedResidual) {
  const AbsoluteLoss loss;
  EXPECT_EQ(loss.step(3, 2, 2.5, 0.5), 1);
  EXPECT_EQ(loss.step(3, 2, -5, 0.5), 2);
  EXPECT_EQ(loss.step(3, 2, 5, 0), -2);
}

}  // namespace
}  // namespace hingeline::internal
