// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/steps/row_losses.hpp"

#include <gtest/gtest.h>

#include "data/row_blocks.hpp"
#include "support/domain_of.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using hingeline::support::every_loss;
using hingeline::support::RandomProblem;
using hingeline::support::Storage;

class RowLossesOf : public ::testing::TestWithParam<Loss> {
 protected:
  static constexpr std::size_t rows = rows_per_block + 45;  // a block and some groups of another, the last not whole
  RowLossesOf() : random_(rows, 3, GetParam(), 9), problem_(random_.problem(Storage::dense_double)) {
    problem_.weights = random_.weights();
    problem_.C = 3;
    Random random(4);
    for (std::size_t i = 0; i < rows; ++i) {
      z_.push_back(2 * random.normal());
      direction_.push_back(random.normal());
    }
  }
  double cost(std::size_t i) const { return problem_.C * problem_.weights[i]; }
  ThreadPool alone_{1};
  RandomProblem random_;
  Problem problem_;
  std::vector<double> z_;
  std::vector<double> direction_;
  RowDerivatives at_{std::vector<double>(rows), std::vector<double>(rows)};
};

TEST_P(RowLossesOf, SumIsThatOfTheTable) {
  long double expected = 0;
  for (std::size_t i = 0; i < z_.size(); ++i)
    expected += cost(i) * support::slow_loss(GetParam(), problem_.y[i], z_[i]);
  EXPECT_NEAR(RowLosses(problem_, alone_).sum(z_), static_cast<double>(expected), 1e-10);
}

TEST_P(RowLossesOf, SlopesAreThoseOfTheSum) {
  const RowLosses losses(problem_, alone_);
  const auto sum_at = [&](double t) {
    std::vector<double> there = z_;
    for (std::size_t i = 0; i < z_.size(); ++i) there[i] += t * direction_[i];
    return losses.sum(there);
  };
  const LineSlopes slopes = losses.differentiate(z_, direction_, 0.7, at_);
  EXPECT_NEAR(slopes.first, (sum_at(0.7 + 1e-6) - sum_at(0.7 - 1e-6)) / 2e-6, 1e-5 * losses.sum(z_));
  double first = 0;
  double second = 0;
  for (std::size_t i = 0; i < z_.size(); ++i) {
    first += direction_[i] * at_.slope[i];
    second += direction_[i] * direction_[i] * at_.curvature[i];
    if (cost(i) == 0) {
      EXPECT_EQ(at_.slope[i], 0);
    }
  }
  EXPECT_NEAR(slopes.first, first, 1e-10);
  EXPECT_NEAR(slopes.second, second, 1e-10);
}

/// At the dual point of predictions a little off.
TEST_P(RowLossesOf, DualDistanceIsThatOfConjugates) {
  if (!is_differentiable(GetParam())) GTEST_SKIP() << "a loss with corners";
  const RowLosses losses(problem_, alone_);
  std::vector<double> s(z_.size());
  losses.differentiate(z_, direction_, 0.01, at_);
  for (std::size_t i = 0; i < s.size(); ++i) s[i] = -at_.slope[i];
  losses.differentiate(z_, direction_, 0, at_);
  long double expected = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (cost(i) == 0) continue;
    expected += cost(i) * support::slow_loss(GetParam(), problem_.y[i], z_[i]) +
                support::slow_conjugate(GetParam(), problem_.y[i], cost(i), s[i]) + s[i] * z_[i];
  }
  EXPECT_NEAR(losses.dual_distance(z_, at_, s), static_cast<double>(expected), 0.05 * static_cast<double>(expected));
}

TEST_P(RowLossesOf, DualDistanceClips) {
  for (const double far : {-1e6, 1e6}) {
    std::vector<double> s(z_.size(), far);
    RowLosses(problem_, alone_).dual_distance(z_, at_, s);
    for (std::size_t i = 0; i < s.size(); ++i)
      EXPECT_TRUE(support::domain_of(GetParam(), problem_.y[i], cost(i)).contains(s[i])) << i << ": " << s[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Losses, RowLossesOf, ::testing::ValuesIn(every_loss()),
                         [](const auto& tested) { return std::string(to_string(tested.param.name)); });

}  // namespace
}  // namespace hingeline::internal
