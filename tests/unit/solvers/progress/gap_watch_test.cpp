// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/progress/gap_watch.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(GapWatch, ExpectsTheGapToFallOnWhereAllRowsAreInTheEstimate) {
  GapWatch watch;
  EXPECT_FALSE(watch.record_pass(1, 1, true, 1e-3));
  EXPECT_FALSE(watch.record_pass(2, 0.5, true, 0.2));
  EXPECT_EQ(watch.expected_gap(), 0.25);
  watch.record_pass(3, 0.1, false, 1e-3);
  EXPECT_EQ(watch.expected_gap(), 0.1);
}

TEST(GapWatch, ProvesPassesWithoutAGap) {
  GapWatch watch;
  for (const int pass : {1, 2, 3}) {
    EXPECT_TRUE(watch.record_pass(pass, 0, true, 0)) << pass;
    EXPECT_EQ(watch.expected_gap(), 0);
  }
}

TEST(GapWatch, LearnsFromAProofWithoutAGap) {
  GapWatch watch;
  watch.record_pass(1, 0, true, 0);
  watch.learn(1, 0, false);
  watch.record_pass(2, 1, false, 1e-3);
  EXPECT_EQ(watch.expected_gap(), 0.1) << "a tenth of the estimate at least";
}

}  // namespace
}  // namespace hingeline::internal
