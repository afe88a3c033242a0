// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/augmented_lagrangian/penalty_parameter.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

/// With 10 unknowns and 1000 rows, of which 10 t are curved.
class PenaltyParameters : public testing::Test {
 protected:
  using Start = PenaltyParameter::Start;

  static PenaltyParameter begun(bool has_ridge, bool is_smooth, Start start, double least = 0) {
    PenaltyParameter parameter({has_ridge, is_smooth, false, 10, 1000});
    parameter.begin(1000, least, start, curved);
    return parameter;
  }
  static std::size_t curved(double t) { return static_cast<std::size_t>(10 * t); }
};

TEST_F(PenaltyParameters, BeginSmallerWithARidge) {
  EXPECT_EQ(begun(false, true, Start::cold).t(), 1000);
  EXPECT_EQ(begun(true, false, Start::cold).t(), 10);
  EXPECT_EQ(begun(true, true, Start::cold).t(), 1);
  EXPECT_EQ(begun(true, true, Start::cold, 5).t(), 5);
}

TEST_F(PenaltyParameters, OfWarmStartsLeaveEnoughRowsCurved) {
  EXPECT_NEAR(begun(true, false, Start::near).t(), 10.0 / 3, 1e-12);  // 15 rows, at a third of which there are 11
  EXPECT_NEAR(begun(true, false, Start::far).t(), 10.0 / 3, 1e-12);   // 20 rows
  EXPECT_EQ(begun(false, false, Start::near).t(), 10);
}

TEST_F(PenaltyParameters, FallToATenthUnlessTooFewRowsAreCurved) {
  PenaltyParameter with_ridge = begun(true, false, Start::cold);
  with_ridge.lower(true, curved);
  EXPECT_EQ(with_ridge.t(), 1);
  with_ridge.lower(true, curved);
  EXPECT_EQ(with_ridge.t(), 0.1);
  PenaltyParameter without = begun(false, false, Start::near);
  without.lower(true, curved);
  EXPECT_EQ(without.t(), 1);
  without.lower(true, curved);
  EXPECT_EQ(without.t(), 1);
  without.lower(false, curved);
  EXPECT_EQ(without.t(), 0.1);
}

TEST_F(PenaltyParameters, RiseBeyondTheLargestOnlyAsSmoothLossesVanish) {
  PenaltyParameter kinked = begun(false, false, Start::cold);
  EXPECT_FALSE(kinked.may_rise(1, 0));
  PenaltyParameter smooth = begun(false, true, Start::cold);
  EXPECT_FALSE(smooth.may_rise(1, 1e-3));
  ASSERT_TRUE(smooth.may_rise(1, 1e-8));
  smooth.rise_where_stuck(1, 1e-8);
  EXPECT_NEAR(smooth.t(), 1e5, 1e-6);
}

}  // namespace
}  // namespace hingeline::internal
