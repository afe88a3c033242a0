// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/slow_passes.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

namespace hingeline::internal {
namespace {

/// Two rows of 0, +1 and -1, and so many columns that no factor is thought of: a constant has P = 2 C, of the logistic
/// loss 2 C log(2).
class WideRows : public ::testing::Test {
 protected:
  WideRows() {
    problem_.x = CsrView<double>{offsets_.data(), nullptr, nullptr, 2, 2 * steps_too_dear};
    problem_.y = y_;
    problem_.loss = Loss{LossName::squared_hinge};
    problem_.C = 50;
  }

  SlowPasses slow_passes() const { return {problem_, 1e-4, Solver::newton}; }

  SlowPasses passes_of_logistic() {
    problem_.loss = Loss{LossName::logistic};
    return slow_passes();
  }

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

TEST_F(WideRows, PassesThatDoNotComeBelowTheConstantAreSlow) {
  SlowPasses passes = slow_passes();
  EXPECT_FALSE(passes.are_seen(after(10, 1.2, 110)));
  EXPECT_TRUE(passes.are_seen(after(21, 1.3, 114)));
}

TEST_F(WideRows, SeparableRowsOfTheLogisticLossGiveWayToo) {
  EXPECT_TRUE(passes_of_logistic().are_seen(after(10, 0.9, 6)));
  EXPECT_FALSE(passes_of_logistic().are_seen(after(10, 0.1, 6))) << "forty will do";
}

/// More rows than columns, of one entry: a pass costs many of Newton's.
TEST(SlowPasses, AreFewerWhereRowsAreManyAndShort) {
  constexpr std::int64_t n = 3 * steps_too_dear;
  std::vector<std::int64_t> offsets(n + 1);
  std::iota(offsets.begin(), offsets.end(), 0);
  const std::vector<std::int32_t> columns(n, 0);
  const std::vector<double> values(n, 1.0);
  std::vector<double> y(n, 1.0);
  y[0] = -1;
  Problem problem;
  problem.x = CsrView<double>{offsets.data(), columns.data(), values.data(), n, 2 * steps_too_dear};
  problem.y = y;
  problem.loss = Loss{LossName::logistic};
  Progress now;
  now.passes = 2;
  now.relative_gap = 0.2;
  now.primal = 0.5 * baseline(problem).primal;
  now.certified = true;
  EXPECT_TRUE(SlowPasses(problem, 1e-4, Solver::newton).are_seen(now)) << "eleven, and one will do";
  now.relative_gap = 1e-8;
  EXPECT_FALSE(SlowPasses(problem, 1e-2, Solver::newton).are_seen(now));
}

}  // namespace
}  // namespace hingeline::internal
