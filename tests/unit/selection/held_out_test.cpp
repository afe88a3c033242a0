// SPDX-License-Identifier: BSD-3-Clause
#include "selection/held_out.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hingeline::internal {
namespace {

using Numbers = std::vector<double>;

/// Of classes -1, 1 and 4 the first fold holds out all of 4, the second all of -1 and 1.
class ClassesHeldOut : public testing::Test {
 protected:
  const Numbers y_ = {4, -1, 1, 4, 1, 4, -1};
  const Numbers weights_ = {1, 1, 1, 1, 1, 0, 0};
  const std::vector<int> fold_ = {0, 1, 1, 0, 1, 2, 2};
  const HeldOut held_out_{y_, weights_, {}, {.folds = 4, .fold = fold_}};
};

TEST_F(ClassesHeldOut, AreNotKnownToTheTraining) {
  EXPECT_EQ(held_out_.labels(0, false).all, (Numbers{4, -1, 1}));
  EXPECT_EQ(held_out_.labels(0, false).known, (Numbers{-1, 1})) << "in the order of all, not that of two labels";
  EXPECT_TRUE(held_out_.labels(1, false).is_one());
  EXPECT_EQ(held_out_.labels(1, false).known, Numbers{4});
  EXPECT_EQ(held_out_.labels(2, false).known, (Numbers{4, -1, 1})) << "rows of weight 0 are in no fold";
  EXPECT_EQ(held_out_.labels(3, false).known, (Numbers{4, -1, 1})) << "a fold without rows";
}

TEST_F(ClassesHeldOut, HaveTheLabelOfOthers) {
  const Dataset data;
  EXPECT_EQ(held_out_.dataset(2, data).y.data(), y_.data());
  const auto y = held_out_.dataset(0, data).y;
  EXPECT_EQ(Numbers(y.begin(), y.end()), (Numbers{1, -1, 1, 1, 1, 1, -1}));
}

TEST_F(ClassesHeldOut, AreNeverTheAnswer) {
  EXPECT_EQ(held_out_.labels(0, false).spread({2.0, -3.0}, 2), (Numbers{-1, 2, -2, -1, -3, 3}));
  EXPECT_EQ(held_out_.labels(0, true).spread({2.0, -3.0}, 2), (Numbers{-1, -1, 2, -1, -1, -3}));
  EXPECT_EQ(held_out_.labels(2, false).spread({1.0, 2.0, 3.0}, 1), (Numbers{1, 2, 3}));
}

}  // namespace
}  // namespace hingeline::internal
