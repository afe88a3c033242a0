// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/newton_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/dot.hpp"
#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// Dense columns, and one that a single row has.
class RoughSteps : public ::testing::Test {
 protected:
  static constexpr std::size_t rows = 2000;
  static constexpr std::size_t cols = 6;
  static constexpr std::size_t lone_row = 7;

  RoughSteps() : values_(rows * cols), h_(rows), g_(cols) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j + 1 < cols; ++j) values_[i * cols + j] = random_.normal() + 0.5;
      h_[i] = random_.uniform();
    }
    values_[lone_row * cols + cols - 1] = 100;
    for (double& entry : g_) entry = random_.normal();
    problem_.x = view();
    problem_.intercept = Intercept::none;
  }
  DenseView<double> view() const { return {values_.data(), rows, cols, cols}; }

  Random random_{5};
  std::vector<double> values_;
  std::vector<double> h_;
  std::vector<double> g_;
  Problem problem_;
  ThreadPool alone_{1};
};

TEST_F(RoughSteps, AreNearlyThoseOfTheWholeHessian) {
  const DenseRows<double> x(view());
  const WithIntercept with_intercept(x, problem_, alone_);
  NewtonSystem system(with_intercept, {});
  ASSERT_TRUE(system.factors());
  std::vector<double> whole(cols), residual(cols), rough(cols), difference(cols);
  system.solve(
      h_, g_, [](const Residual&, const Residual&) { return true; }, 1e9, whole, residual);
  const double cost = system.solve_roughly(h_, g_, random_, rough);
  EXPECT_GT(cost, 0);
  EXPECT_LT(cost, 2);
  EXPECT_LT(dot(g_, rough), 0);
  for (std::size_t j = 0; j + 1 < cols; ++j) difference[j] = rough[j] - whole[j];
  EXPECT_LT(std::sqrt(dot(difference, difference) / dot(whole, whole)), 0.2);
  EXPECT_NE(rough, whole);
}

/// Three times in four the row that has the column is not drawn.
TEST_F(RoughSteps, DoNotTakeARareColumnForFlat) {
  const DenseRows<double> x(view());
  const WithIntercept with_intercept(x, problem_, alone_);
  NewtonSystem system(with_intercept, {});
  const double curvature = 1 + 1e4 * h_[lone_row];
  for (int draw = 0; draw < 20; ++draw) {
    std::vector<double> p(cols);
    system.solve_roughly(h_, g_, random_, p);
    EXPECT_LT(std::abs(p.back()), 2 * std::abs(g_.back()) / curvature + 1e-3);
  }
}

TEST_F(RoughSteps, LeaveNoHessianToKeep) {
  const DenseRows<double> x(view());
  const WithIntercept with_intercept(x, problem_, alone_);
  NewtonSystem system(with_intercept, {});
  std::vector<double> p(cols);
  system.solve_roughly(h_, g_, random_, p);
  HessianMemo memo;
  system.keep(memo);
  EXPECT_EQ(memo.hessian.size(), 0);
}

TEST_F(RoughSteps, LeaveNoHessianToKeepThatWasStopped) {
  const DenseRows<double> x(view());
  const WithIntercept with_intercept(x, problem_, alone_);
  NewtonSystem system(with_intercept, [] { return true; });
  std::vector<double> p(cols), residual(cols);
  system.solve(
      h_, g_, [](const Residual&, const Residual&) { return true; }, 1e9, p, residual);
  EXPECT_EQ(p, std::vector<double>(cols));
  HessianMemo memo;
  system.keep(memo);
  EXPECT_EQ(memo.hessian.size(), 0);
}

TEST_F(RoughSteps, OfAKeptHessianAreExactWhereAllCurvatureScales) {
  const DenseRows<double> x(view());
  const WithIntercept with_intercept(x, problem_, alone_);
  std::vector<double> scaled = h_;
  for (double& entry : scaled) entry *= 7;
  std::vector<double> exact(cols), residual(cols), kept(cols);
  const auto enough = [](const Residual&, const Residual&) { return true; };
  NewtonSystem before(with_intercept, {});
  before.solve(h_, g_, enough, 1e9, exact, residual);
  HessianMemo memo;
  before.keep(memo);
  NewtonSystem system(with_intercept, {});
  system.solve(scaled, g_, enough, 1e9, exact, residual);
  system.solve_as_kept(memo, scaled, g_, kept);
  for (std::size_t j = 0; j < cols; ++j) EXPECT_NEAR(kept[j], exact[j], 1e-11 * std::abs(exact[j]));
  system.solve_as_kept(memo, std::vector<double>(rows), g_, kept);
  EXPECT_EQ(kept, std::vector<double>(cols)) << "no row is curved";
}

TEST_F(RoughSteps, AreNoneWhenToldToStop) {
  const DenseRows<double> x(view());
  const WithIntercept with_intercept(x, problem_, alone_);
  NewtonSystem system(with_intercept, [] { return true; });
  std::vector<double> p(cols, 1);
  system.solve_roughly(h_, g_, random_, p);
  EXPECT_EQ(p, std::vector<double>(cols));
}

}  // namespace
}  // namespace hingeline::internal
