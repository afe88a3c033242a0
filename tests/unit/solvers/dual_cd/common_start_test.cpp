// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/common_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "problem/row_cost.hpp"
#include "support/random_classes.hpp"

namespace hingeline::internal {
namespace {

/// One class against the others, whose own rows weigh as given.
class OneOfMany {
 public:
  OneOfMany(const Dataset& data, double label, double own_weight) {
    problem_.x = data.x;
    for (const double given : data.y) {
      y_.push_back(given == label ? 1 : -1);
      weights_.push_back(given == label ? own_weight : 1);
    }
    problem_.y = y_;
    problem_.weights = weights_;
    problem_.loss.name = LossName::logistic;
    problem_.intercept = Intercept::none;
  }
  OneOfMany(const OneOfMany&) = delete;
  OneOfMany& operator=(const OneOfMany&) = delete;

  const Problem& problem() const { return problem_; }

 private:
  std::vector<double> y_;
  std::vector<double> weights_;
  Problem problem_;
};

/// Rows of the second class cost what all others do in the problems that are to begin there.
TEST(CommonStart, TakesSharesOfWhatRowsCostInOtherClassesProblems) {
  const support::RandomClasses classes(300, 5, 12);
  const Dataset data = classes.data();
  for (const double weight : {1e-3, 1.0, 50.0}) {
    const OneOfMany first(data, 10, weight);
    const OneOfMany second(data, 9, weight);
    GeometryMemo geometry;
    const auto start = common_start(first.problem(), second.problem(), {}, geometry);
    ASSERT_TRUE(start);
    EXPECT_LE(start->largest_share, 1) << weight;
    double largest = 0;
    for (std::size_t i = 0; i < start->dual.size(); ++i) {
      const Problem& costs = first.problem().y[i] > 0 ? second.problem() : first.problem();
      largest = std::max(largest, -start->dual[i] / row_cost(costs, i));
    }
    EXPECT_DOUBLE_EQ(start->largest_share, largest) << weight;
  }
}

}  // namespace
}  // namespace hingeline::internal
