// SPDX-License-Identifier: BSD-3-Clause
#include "problem/level_crossing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace hingeline::internal {
namespace {

/// Three levels on three rows of one feature, -1, 0 and 2, the last of weight 0 where that is wanted.
class LevelCrossingTest : public testing::Test {
 protected:
  LevelCrossingTest() {
    rows_.x = DenseView<double>{.values = x_.data(), .rows = 3, .cols = 1, .stride = 1};
    rows_.y = y_;
    rows_.loss.name = LossName::quantile;
  }

  LevelProblem tied(LevelTie tie) const { return {rows_, levels_, tie, {lower_, upper_}}; }

  /// z_k = w_k x + b_k.
  LevelOutputs outputs(const std::array<double, 3>& w, const std::array<double, 3>& b) {
    w_ = w;
    b_ = b;
    predictions_.clear();
    for (const double slope : w_)
      for (const double x : x_) predictions_.push_back(slope * x);
    return {w_, b_, predictions_};
  }

  std::array<double, 3> x_ = {-1, 0, 2};
  std::array<double, 3> y_ = {0, 0, 0};
  std::array<double, 3> last_is_absent_ = {1, 1, 0};
  std::array<double, 3> levels_ = {0.1, 0.5, 0.9};
  std::array<double, 1> lower_ = {-3};
  std::array<double, 1> upper_ = {4};
  Problem rows_;
  std::array<double, 3> w_ = {};
  std::array<double, 3> b_ = {};
  std::vector<double> predictions_;
};

TEST_F(LevelCrossingTest, OutputsInOrderCrossNowhere) {
  const LevelOutputs apart = outputs({1, 1, 1}, {0, 1, 2});
  for (const LevelTie tie : {LevelTie::rows, LevelTie::box}) {
    EXPECT_TRUE(crossings(tied(tie), apart).empty());
    EXPECT_EQ(largest_crossing(tied(tie), apart, 1), 0);
    EXPECT_EQ(missing_distance(tied(tie), apart), (std::vector<double>{0, 0}));
  }
}

TEST_F(LevelCrossingTest, FindsTheRowsWhereAPairCrosses) {
  const LevelOutputs crossed = outputs({1, 0, 0}, {0, 1, 1});  // 2 > 1 at the last row alone
  const std::vector<Crossing> found = crossings(tied(LevelTie::rows), crossed);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].level, 0);
  EXPECT_EQ(found[0].row, 2);
  EXPECT_EQ(found[0].depth, 1);
  EXPECT_EQ(largest_crossing(tied(LevelTie::rows), crossed, 1), 1.0 / (2 + 1 + 1));
  EXPECT_EQ(crossing_point(tied(LevelTie::rows), w_, found[0]), std::vector<double>{2});
  rows_.weights = last_is_absent_;
  EXPECT_TRUE(crossings(tied(LevelTie::rows), crossed).empty());
}

TEST_F(LevelCrossingTest, FindsTheCornerOfTheBoxWhereAPairCrossesMost) {
  const LevelOutputs crossed = outputs({0, 0, 1}, {0, 1, 2});  // 1 > 2 - 3 at the lower corner
  const std::vector<Crossing> found = crossings(tied(LevelTie::box), crossed);
  ASSERT_EQ(found.size(), 1);
  EXPECT_EQ(found[0].level, 1);
  EXPECT_EQ(found[0].row, -1);
  EXPECT_EQ(found[0].depth, 2);
  EXPECT_EQ(crossing_point(tied(LevelTie::box), w_, found[0]), std::vector<double>{-3});
  EXPECT_TRUE(crossings(tied(LevelTie::rows), crossed).empty());
}

/// By what is missing, and what rounding makes of predictions of that size.
TEST_F(LevelCrossingTest, MovedApartByWhatIsMissingTheyCrossNowhere) {
  std::array<double, 3> b = {0.1, 0.1, 0.1};
  const std::array<double, 3> w = {0.3, 0.1, -0.7};
  for (const LevelTie tie : {LevelTie::rows, LevelTie::box}) {
    const std::vector<double> missing = missing_distance(tied(tie), outputs(w, b));
    EXPECT_NEAR(missing[0], tie == LevelTie::rows ? 0.4 : 0.8, 1e-14);
    const LevelOutputs moved = outputs(w, {b[0], b[1] + missing[0], b[2] + missing[0] + missing[1]});
    EXPECT_TRUE(crossings(tied(tie), moved).empty());
    EXPECT_GT(order_rounding(tied(tie), moved), 0);
    EXPECT_LT(order_rounding(tied(tie), moved), 1e-13);
  }
}

TEST_F(LevelCrossingTest, SeparateLevelsHaveNoOrder) {
  const LevelOutputs crossed = outputs({1, 0, 0}, {0, 1, 1});
  EXPECT_TRUE(crossings(tied(LevelTie::separate), crossed).empty());
  EXPECT_EQ(largest_crossing(tied(LevelTie::separate), crossed, 1), 0);
  EXPECT_EQ(order_rounding(tied(LevelTie::separate), crossed), 0);
}

}  // namespace
}  // namespace hingeline::internal
