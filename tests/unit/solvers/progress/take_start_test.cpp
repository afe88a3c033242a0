// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/progress/take_start.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hingeline::internal {
namespace {

class TakeStart : public testing::Test {
 protected:
  TakeStart() { problem_.x = DenseView<double>{values_.data(), 1, 2, 2}; }

  /// v of this start, by a w that is s_1 in its first entry.
  std::vector<double> take(const WarmStart& start) const {
    std::vector<double> v(3, 7);
    take_start(start, Variables(problem_), 0.5, v, [&](std::span<const double> s) { v[0] = s[0]; });
    return v;
  }

  const std::vector<double> values_ = {1, 2};
  const std::vector<double> s_ = {3};
  const std::vector<double> coef_ = {4, 5};
  Problem problem_;
};

TEST_F(TakeStart, ColdStartsBeginAtTheBestConstant) { EXPECT_EQ(take({{}, {}, 9}), (std::vector<double>{0, 0, 0.5})); }

TEST_F(TakeStart, CoefficientsPrecedeDualPoints) {
  EXPECT_EQ(take({s_, coef_, 9}), (std::vector<double>{4, 5, 9}));
  EXPECT_EQ(take({s_, {}, 9}), (std::vector<double>{3, 0, 9}));
}

TEST_F(TakeStart, InterceptsAreInUnitsOfTheAppendedConstant) {
  problem_.intercept = Intercept::penalized;
  problem_.bias = 2;
  EXPECT_EQ(take({{}, coef_, 9}), (std::vector<double>{4, 5, 4.5}));
}

}  // namespace
}  // namespace hingeline::internal
