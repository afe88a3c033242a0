// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/steps/row_steps.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t step_rows = 700;  // of several blocks

class RowStepsOf : public ::testing::TestWithParam<LossName> {
 protected:
  RowStepsOf() : loss_{.name = GetParam()} {
    Random random(7);
    for (std::size_t i = 0; i < step_rows; ++i) {
      y_.push_back(is_classification(loss_) ? (i % 2 == 0 ? 1 : -1) : random.normal());
      c_.push_back(i % 7 == 0 ? 0 : 2 * random.uniform());
      p_.push_back(2 * random.normal());
      s_.push_back(y_[i] * c_[i] * random.uniform() / 2);
    }
  }
  SteppedRows at(const std::vector<double>& p) const { return {loss_, y_, c_, p, s_, 0.3}; }

  Loss loss_;
  ThreadPool pool_{1};
  std::vector<double> y_;
  std::vector<double> c_;
  std::vector<double> p_;
  std::vector<double> s_;
};

TEST_P(RowStepsOf, AreTheSlopesOfEnvelopesBelowTheLoss) {
  constexpr double h = 1e-6;
  std::vector<double> next_s(step_rows);
  std::vector<double> slope(step_rows);
  const StepSums sums = take_steps(at(p_), next_s, slope, pool_);
  EXPECT_LE(sum_envelopes(at(p_), pool_), sums.value);
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{100}, std::size_t{258}, step_rows - 1}) {
    std::vector<double> before = p_;
    std::vector<double> after = p_;
    before[i] -= h;
    after[i] += h;
    EXPECT_NEAR((sum_envelopes(at(after), pool_) - sum_envelopes(at(before), pool_)) / (2 * h), -next_s[i], 1e-5) << i;
  }
}

TEST_P(RowStepsOf, EnvelopesTouchTheLossWhereTheCentreIsASubgradient) {
  std::vector<double> slope(step_rows);
  const std::vector<double> origin(step_rows);
  std::vector<double> subgradient(step_rows);
  const StepSums sums = take_steps({loss_, y_, c_, p_, origin, 0}, subgradient, slope, pool_);
  s_ = subgradient;
  EXPECT_NEAR(sum_envelopes(at(p_), pool_), sums.value, 1e-12 * sums.value);
}

TEST(RowSteps, AreTheSameByAnyNumberOfThreads) {
  constexpr std::size_t rows = 100000;
  Random random(3);
  std::vector<double> y(rows);
  std::vector<double> p(rows);
  for (double& of_row : y) of_row = random.normal();
  for (double& of_row : p) of_row = random.normal();
  const std::vector<double> c(rows, 1.0);
  const std::vector<double> s(rows, 0.1);
  const Loss loss{.name = LossName::quantile, .tau = 0.3};
  const SteppedRows stepped{loss, y, c, p, s, 0.3};
  ThreadPool one(1);
  ThreadPool three(3);
  std::vector<double> next_s(rows);
  std::vector<double> slope(rows);
  const StepSums sums = take_steps(stepped, next_s, slope, one);
  std::vector<double> next_s_of_three(rows);
  std::vector<double> slope_of_three(rows);
  const StepSums of_three = take_steps(stepped, next_s_of_three, slope_of_three, three);
  EXPECT_EQ(next_s, next_s_of_three);
  EXPECT_EQ(slope, slope_of_three);
  EXPECT_EQ(sums.value, of_three.value);
  EXPECT_EQ(sums.gap, of_three.gap);
  EXPECT_EQ(sums.move, of_three.move);
  EXPECT_EQ(sums.curved, of_three.curved);
  EXPECT_EQ(steps_along(stepped, p, 0.5, one), steps_along(stepped, p, 0.5, three));
  EXPECT_EQ(sum_envelopes(stepped, one), sum_envelopes(stepped, three));
}

INSTANTIATE_TEST_SUITE_P(Losses, RowStepsOf,
                         ::testing::Values(LossName::hinge, LossName::squared_hinge, LossName::smoothed_hinge,
                                           LossName::logistic, LossName::epsilon_insensitive,
                                           LossName::squared_epsilon_insensitive, LossName::quantile,
                                           LossName::absolute, LossName::squared, LossName::huber, LossName::expectile),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace hingeline::internal
