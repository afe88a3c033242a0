// SPDX-License-Identifier: BSD-3-Clause
#include "problem/prediction_rounding.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "losses/hinge.hpp"
#include "losses/huber.hpp"
#include "losses/squared.hpp"
#include "losses/squared_hinge.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Of the row (x, x) at the coefficients (w, -w).
double rounding(const auto& loss, double x, double w, double b, double s, double cost) {
  const double z = x * w - x * w + b;
  return prediction_rounding(loss, 1, cost, s, b, z, RoundingAt::kinks_and_minima, 0,
                             [&] { return 2 * std::abs(x * w); });
}

TEST(PredictionRounding, IsTheSlopeTimesThePredictionsOwnRounding) {
  // x'w = 1e6 - 1e6 and b = 1: the margin is 1, known to 4 eps (1 + 1 + 2e6).
  const double delta = 4 * epsilon * (2 + 2e6);
  EXPECT_NEAR(rounding(HingeLoss{}, 1e3, 1e3, 1, 2, 10), 8 * delta, 1e-3 * delta) << "-10 + 2 below, 0 + 2 above";
  EXPECT_NEAR(rounding(HingeLoss{}, 1e3, 1e3, 1, 9, 10), 9 * delta, 1e-3 * delta);
}

TEST(PredictionRounding, IsNothingOffKinksAndMinimaAndNextToNothingWhereOnlyCurvatureJumps) {
  EXPECT_EQ(rounding(HingeLoss{}, 1e3, 1e3, 1 + 1e-6, 2, 10), 0);
  EXPECT_EQ(rounding(SquaredLoss{}, 1e3, 1e3, 1 + 1e-6, 1e-5, 10), 0);
  EXPECT_LT(rounding(SquaredHingeLoss{}, 1e3, 1e3, 1, 0, 10), 1e-16);
}

TEST(PredictionRounding, IsOfSecondOrderAtAMinimum) {
  const double delta = 4 * epsilon * (2 + 2e6);
  EXPECT_NEAR(rounding(SquaredLoss{}, 1e3, 1e3, 1, 0, 10), 10 * delta * delta, 1e-2 * delta * delta);
  EXPECT_NEAR(rounding(HuberLoss{2}, 1e3, 1e3, 1, 0, 10), 10 * delta * delta, 1e-2 * delta * delta);
}

TEST(PredictionRounding, IsPartOfTheFloorOfACertificate) {
  // w = 1e-6 reaches every margin, and the objective, 5e-13, is far below what rounding of a margin costs at this C.
  const std::vector<double> x = {1e6, -1e6};
  const std::vector<double> y = {1, -1};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  problem.y = y;
  problem.loss.name = LossName::hinge;
  problem.C = 1e9;
  problem.intercept = Intercept::none;
  std::vector<double> coef = {1e-6};
  std::vector<double> s = {5e-13, -5e-13};
  std::vector<double> z(2);
  CertifiedPoint point{s, coef, z, 0};
  const Certificate proof = certify_pair(problem, baseline(problem), point);
  EXPECT_NEAR(proof.rounding_floor, 2 * 1e9 * 4 * epsilon * 2, 1e-8);
}

}  // namespace
}  // namespace hingeline::internal
