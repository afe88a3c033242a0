// SPDX-License-Identifier: BSD-3-Clause
#include "losses/hinge.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(HingeLoss, StepIsExactlyConstantOnFlatPieces) {
  const HingeLoss loss;
  EXPECT_EQ(loss.step(1, 2.0, 1.0, 0.5), 0);
  EXPECT_EQ(loss.step(-1, 2.0, -3.0, 0.5), 0);
  EXPECT_EQ(loss.step(1, 2.0, 0.0, 0.5), 2.0);
  EXPECT_EQ(loss.step(-1, 2.0, 5.0, 0.5), -2.0);
  EXPECT_EQ(loss.step(1, 2.0, 0.75, 0.5), 0.5);
}

TEST(HingeLoss, StepOfAnEmptyRowIsTheSubgradient) {
  const HingeLoss loss;
  EXPECT_EQ(loss.step(1, 2.0, 0.0, 0.0), 2.0);
  EXPECT_EQ(loss.step(1, 2.0, 1.5, 0.0), 0.0);
}

}  // namespace
}  // namespace hingeline::internal
