// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/start_plane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

StartPlane plane_of_many_classes() {
  return {.others_norm2 = 36,
          .product = -46,
          .own_norm2 = 190,
          .others_sum = 40,
          .others_log_odds = -203,
          .others_share = 0.006,
          .own_sum = 45,
          .most = 20};
}

double entropy(double share) { return share * std::log(share) + (1 - share) * std::log1p(-share); }

/// D of start_plane.hpp, its slope along a integrated.
double objective(const StartPlane& plane, double a, double t) {
  const double share = plane.others_share;
  const double others = plane.others_sum * (entropy(a * share) / share - a * std::log(share / (1 - share)));
  const double quadratic = a * a * plane.others_norm2 + 2 * a * t * plane.product + t * t * plane.own_norm2;
  return -0.5 * quadratic - others - plane.others_log_odds * a - plane.own_sum * entropy(t);
}

/// D - b sum_i s_i
double lagrangian(const StartPlane& plane, double a, double t, double b) {
  return objective(plane, a, t) - b * (t * plane.own_sum - a * plane.others_sum);
}

void expect_best(const StartPlane& plane, const PlanePoint& best) {
  constexpr double step = 1e-3;
  const double most = lagrangian(plane, best.others, best.own, best.intercept);
  for (const double da : {-step, 0.0, step})
    for (const double dt : {-step, 0.0, step})
      EXPECT_LE(lagrangian(plane, best.others + da, best.own + dt, best.intercept), most + 1e-12) << da << " " << dt;
}

TEST(StartPlane, BestPointHasTheLargestObjective) {
  const StartPlane plane = plane_of_many_classes();
  const PlanePoint best = best_point(plane, Intercept::none);
  EXPECT_EQ(best.intercept, 0);
  expect_best(plane, best);
}

TEST(StartPlane, FreeInterceptIsTheMultiplierOfTheBalance) {
  const StartPlane plane = plane_of_many_classes();
  const PlanePoint best = best_point(plane, Intercept::free);
  EXPECT_NEAR(best.own * plane.own_sum, best.others * plane.others_sum, 1e-12 * plane.own_sum);
  expect_best(plane, best);
}

TEST(StartPlane, BestPointStaysInTheDomain) {
  StartPlane plane = plane_of_many_classes();
  plane.own_norm2 = plane.others_norm2 = 1e-6;
  plane.product = 0;
  plane.most = 1.5;
  for (const Intercept kind : {Intercept::none, Intercept::free}) {
    const PlanePoint best = best_point(plane, kind);
    EXPECT_LT(best.others, plane.most);
    EXPECT_LT(best.own, 1);
  }
}

/// Where predictions are nothing beside the intercept: all have the share that the classes have of the rows.
TEST(StartPlane, FreeInterceptOfVerySmallCostsIsTheBestConstant) {
  const double share = 0.15;
  const double others = 85e-9;
  const double own = 15e-9;
  StartPlane plane{};
  plane.others_share = 0.1;
  plane.others_sum = plane.others_share * others;
  plane.others_log_odds = plane.others_sum * std::log(0.1 / 0.9);
  plane.own_sum = own;
  plane.most = 9.9;
  const PlanePoint best = best_point(plane, Intercept::free);
  EXPECT_NEAR(best.others, share / plane.others_share, 1e-8);
  EXPECT_NEAR(best.own, 1 - share, 1e-8);
  EXPECT_NEAR(best.intercept, std::log(share / (1 - share)), 1e-7);
}

TEST(StartPlane, BothKindsOfRowsMustBeThere) {
  StartPlane plane = plane_of_many_classes();
  EXPECT_TRUE(has_best_point(plane));
  plane.own_sum = 0;
  EXPECT_FALSE(has_best_point(plane));
  plane = plane_of_many_classes();
  plane.others_sum = 0;
  EXPECT_FALSE(has_best_point(plane));
  plane = plane_of_many_classes();
  plane.own_norm2 = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(has_best_point(plane));
}

/// Rows of which every fifth is the class's own, and a start where all have the same share of c.
class StartPlaneOfRows : public ::testing::Test {
 protected:
  static constexpr double share = 0.1;

  StartPlaneOfRows() {
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = i % 5 == 0 ? 1 : -1;
    problem_.y = y_;
    problem_.C = 0.5;
    common_.coef.resize(static_cast<std::size_t>(cols(problem_.x)));
    for (std::uint32_t i = 0; i < y_.size(); ++i) {
      if (y_[i] > 0) own_.push_back(i);
      common_.dual.push_back(-share * problem_.C);
      common_.sum += share * problem_.C;
      x_.add(i, common_.dual[i], common_.coef.data());
    }
    common_.norm2 = norm2(common_.coef);
    common_.log_odds = common_.sum * std::log(share / (1 - share));
    common_.mean_share = common_.largest_share = share;
  }

  static double norm2(const std::vector<double>& v) {
    double sum = 0;
    for (const double entry : v) sum += entry * entry;
    return sum;
  }

  /// a v + t u, and after it what a constant column adds.
  std::vector<double> coef(double a, double t) const {
    std::vector<double> sum(common_.coef.size() + 1);
    for (std::uint32_t i = 0; i < y_.size(); ++i) {
      const double s = y_[i] > 0 ? t * problem_.C : a * common_.dual[i];
      x_.add(i, s, sum.data());
      if (problem_.intercept == Intercept::penalized) sum.back() += problem_.bias * s;
    }
    return sum;
  }

  support::RandomProblem random_{60, 12, Loss{LossName::logistic}, 3};
  Problem problem_ = random_.problem(support::Storage::csr_double);
  SparseRows<double> x_{std::get<CsrView<double>>(problem_.x)};
  std::vector<double> y_ = std::vector<double>(60);
  std::vector<std::uint32_t> own_;
  CommonStart common_;
};

TEST_F(StartPlaneOfRows, HasTheNormsOfBothKinds) {
  problem_.weights = {};
  problem_.bias = 2;
  for (const Intercept kind : {Intercept::none, Intercept::penalized, Intercept::free}) {
    problem_.intercept = kind;
    const StartPlane plane = start_plane(x_, problem_, own_, common_);
    const double others_norm2 = norm2(coef(1, 0));
    const double own_norm2 = norm2(coef(0, 1));
    EXPECT_NEAR(plane.others_norm2, others_norm2, 1e-10 * others_norm2);
    EXPECT_NEAR(plane.own_norm2, own_norm2, 1e-10 * own_norm2);
    EXPECT_NEAR(2 * plane.product, norm2(coef(1, 1)) - others_norm2 - own_norm2, 1e-10 * own_norm2);
    EXPECT_NEAR(plane.own_sum, 12 * problem_.C, 1e-12);
    EXPECT_NEAR(plane.others_sum, 48 * share * problem_.C, 1e-12);
    EXPECT_EQ(plane.others_share, share);
    EXPECT_NEAR(plane.others_log_odds, plane.others_sum * std::log(share / (1 - share)), 1e-12);
  }
}

}  // namespace
}  // namespace hingeline::internal
