// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/centred_losses.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t data_rows = 40;
constexpr std::size_t constraints = 2;

/// Hinges and two constraints: w_0 + w_1 = 1 and w_2 <= 0.5, about.
class CentredLossesTest : public ::testing::Test {
 protected:
  CentredLossesTest()
      : random_(data_rows, 3, Loss{.name = LossName::hinge}, 3),
        problem_(constrained(random_.problem(support::Storage::csr_double))),
        rows_(ExtraRows::of_constraints(problem_, 0)),
        losses_(problem_, rows_, alone_) {
    Random random(5);
    for (std::size_t i = 0; i < data_rows + constraints; ++i) z_.push_back(2 * random.normal());
    losses_.begin(z_, true, {});
  }

  Problem constrained(Problem problem) const {
    problem.intercept = Intercept::none;
    problem.constraints = {DenseView<double>{a_.data(), constraints, 3, 3}, lower_, upper_};
    return problem;
  }

  const std::vector<double> a_ = {1, 1, 0, 0, 0, 1};
  const std::vector<double> lower_ = {1, -infinity};
  const std::vector<double> upper_ = {1, 0.5};
  support::RandomProblem random_;
  Problem problem_;
  ExtraRows rows_;
  ThreadPool alone_{1};
  CentredLosses losses_;
  std::vector<double> z_;
  RowDerivatives at_{std::vector<double>(data_rows + constraints), std::vector<double>(data_rows + constraints)};
};

TEST_F(CentredLossesTest, SlopesAreThoseOfTheSum) {
  constexpr double h = 1e-6;
  losses_.differentiate(z_, at_);
  losses_.move_centre();
  losses_.differentiate(z_, at_);
  for (const std::size_t i : {std::size_t{0}, std::size_t{7}, data_rows, data_rows + 1}) {
    std::vector<double> before = z_;
    std::vector<double> after = z_;
    before[i] -= h;
    after[i] += h;
    EXPECT_NEAR((losses_.sum(after) - losses_.sum(before)) / (2 * h), at_.slope[i], 1e-5) << i;
  }
}

TEST_F(CentredLossesTest, TheDistanceOfAPairIsLeastAndZeroAtTheSlopes) {
  losses_.differentiate(z_, at_);
  std::vector<double> s;
  for (const double slope : at_.slope) s.push_back(-slope);
  EXPECT_NEAR(losses_.centred_distance(z_, s), 0, 1e-12);
  EXPECT_GT(losses_.move(), 0);
  for (const std::size_t i : {std::size_t{0}, std::size_t{7}, data_rows}) {
    std::vector<double> other = s;
    other[i] += 0.01;
    losses_.clip(other);
    EXPECT_GE(losses_.centred_distance(z_, other), -1e-12) << i;
  }
}

TEST_F(CentredLossesTest, AStartWithoutADualPointIsCentredAtTheSlopes) {
  losses_.begin(z_, false, {});
  losses_.differentiate(z_, at_);
  for (std::size_t i = 0; i < data_rows; ++i)
    EXPECT_EQ(at_.slope[i], problem_.y[i] * z_[i] < 1 ? -problem_.y[i] : 0) << i;
}

TEST_F(CentredLossesTest, MultipliersAreClippedToTheSideThatHasALimit) {
  std::vector<double> s(data_rows + constraints, 1);
  losses_.clip(s);
  EXPECT_EQ(s[data_rows], 1) << "an equality";
  EXPECT_EQ(s[data_rows + 1], 0) << "s > 0 keeps z above a lower limit, of which there is none";
}

TEST_F(CentredLossesTest, MultipliersAreOfTheConstraintsAsGiven) {
  losses_.differentiate(z_, at_);
  std::vector<double> s(data_rows + constraints);
  s[data_rows] = 1;
  const std::vector<double> mu = losses_.multipliers(s);
  ASSERT_EQ(mu.size(), constraints);
  EXPECT_EQ(mu[0], rows_.matrix().values[0]);
  EXPECT_EQ(mu[1], 0);
}

}  // namespace
}  // namespace hingeline::internal
