// SPDX-License-Identifier: BSD-3-Clause
#include "losses/squared_hinge.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(SquaredHingeLoss, HasNoHalf) {
  const SquaredHingeLoss loss;
  EXPECT_EQ(loss.value(1, -1), 4);
  EXPECT_EQ(loss.derivative(1, -1), -4);
  EXPECT_EQ(loss.derivative(-1, 1), 4);
  EXPECT_EQ(loss.curvature(1, -1), 2);
  EXPECT_EQ(loss.value(-1, -1), 0);
}

TEST(SquaredHingeLoss, StepDividesByTheShiftedNorm) {
  const SquaredHingeLoss loss;
  // 1 - m = 3, q + 1 / (2 c) = 1.25 + 0.25.
  EXPECT_EQ(loss.step(1, 2, -2, 1.25), 2);
  EXPECT_EQ(loss.step(-1, 2, 2, 1.25), -2);
  EXPECT_EQ(loss.step(1, 2, 1, 1.25), 0);
  EXPECT_EQ(loss.step(1, 2, -2, 0), 12);
}

TEST(SquaredHingeLoss, ConjugateIsAParabolaOnOneSide) {
  const SquaredHingeLoss loss;
  EXPECT_EQ(loss.conjugate(1, 2, 4), -2);
  EXPECT_EQ(loss.conjugate(-1, 2, -4), -2);
  EXPECT_EQ(loss.conjugate(1, 2, -4), infinity);
}

}  // namespace
}  // namespace hingeline::internal
