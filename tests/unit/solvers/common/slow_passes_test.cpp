// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/slow_passes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace hingeline::internal {
namespace {

/// Two rows of 0, +1 and -1, and so many columns that no factor is thought of: a constant has P = 2 C.
class WideRows : public ::testing::Test {
 protected:
  WideRows() {
    problem_.x = CsrView<double>{offsets_.data(), nullptr, nullptr, 2, 2 * steps_too_dear};
    problem_.y = y_;
    problem_.loss = Loss{LossName::squared_hinge};
    problem_.C = 50;
  }

  SlowPasses slow_passes() const { return {problem_, 1e-4, Solver::newton}; }

  static Progress after(std::int64_t passes, double gap, double primal, bool certified = true) {
    Progress now;
    now.passes = passes;
    now.relative_gap = gap;
    now.primal = primal;
    now.certified = certified;
    return now;
  }

 private:
  std::vector<std::int64_t> offsets_ = {0, 0, 0};
  std::vector<double> y_ = {1, -1};
  Problem problem_;
};

TEST_F(WideRows, PassesAreSlowWhereTheGapHardlyFallsAndRowsAreNotSeparable) {
  EXPECT_TRUE(slow_passes().are_seen(after(10, 0.9, 60)));
  EXPECT_FALSE(slow_passes().are_seen(after(10, 0.9, 60, false))) << "by an estimate";
  EXPECT_FALSE(slow_passes().are_seen(after(10, 0.1, 60))) << "forty will do";
  EXPECT_FALSE(slow_passes().are_seen(after(10, 0.9, 6))) << "separable";
}

TEST_F(WideRows, PassesThatHaveNotUndoneTheirStartYetAreNotJudged) {
  SlowPasses passes = slow_passes();
  EXPECT_FALSE(passes.are_seen(after(10, 40, 600)));
  EXPECT_FALSE(passes.are_seen(after(20, 0.99, 90)));
  EXPECT_TRUE(passes.are_seen(after(30, 0.97, 60)));
}

}  // namespace
}  // namespace hingeline::internal
