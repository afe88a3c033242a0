// SPDX-License-Identifier: BSD-3-Clause
#include "problem/prediction_rounding.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.hpp"
#include "data/block_numbers.hpp"
#include "hingeline/solve.hpp"
#include "losses/absolute.hpp"
#include "losses/hinge.hpp"
#include "losses/huber.hpp"
#include "losses/squared.hpp"
#include "losses/squared_hinge.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/certificate.hpp"
#include "problem/streamed_certificate.hpp"

namespace hingeline::internal {
namespace {

constexpr double machine_epsilon = std::numeric_limits<double>::epsilon();

/// Of the row (x, x) at the coefficients (w, -w).
PredictionRounding both_roundings(const auto& loss, double x, double w, double b, double s, double cost) {
  const double z = x * w - x * w + b;
  return prediction_rounding(loss, {1, cost, s, z}, {{}, b, RoundingAt::kinks_and_minima},
                             [&] { return 2 * std::abs(x * w); });
}

double rounding(const auto& loss, double x, double w, double b, double s, double cost) {
  return both_roundings(loss, x, w, b, s, cost).gap;
}

TEST(PredictionRounding, IsTheSlopeTimesThePredictionsOwnRounding) {
  // x'w = 1e6 - 1e6 and b = 1: the margin is 1, known to 4 eps (1 + 1 + 2e6).
  const double delta = 4 * machine_epsilon * (2 + 2e6);
  EXPECT_NEAR(rounding(HingeLoss{}, 1e3, 1e3, 1, 9, 10), 9 * delta, 1e-3 * delta) << "0 + 9 above";
  EXPECT_NEAR(rounding(HingeLoss{}, 1e3, 1e3, 1, 5, 10), 5 * delta, 1e-3 * delta);
}

TEST(PredictionRounding, IsNoMoreOfTheGapThanTheRowHasAndItsDualMayLose) {
  const double delta = 4 * machine_epsilon * (2 + 2e6);
  EXPECT_NEAR(rounding(HingeLoss{}, 1e3, 1e3, 1, 2, 10), 2 * delta, 1e-3 * delta);
  EXPECT_NEAR(rounding(HingeLoss{}, 1e3, 1e3, 1 - 0.1 * delta, 2, 10), (0.8 + 2) * delta, 1e-3 * delta);
}

TEST(PredictionRounding, IsNothingOffKinksAndMinimaAndNextToNothingWhereOnlyCurvatureJumps) {
  EXPECT_EQ(rounding(HingeLoss{}, 1e3, 1e3, 1 + 1e-6, 2, 10), 0);
  EXPECT_EQ(rounding(SquaredLoss{}, 1e3, 1e3, 1 + 1e-6, 1e-5, 10), 0);
  EXPECT_LT(rounding(SquaredHingeLoss{}, 1e3, 1e3, 1, 0, 10), 1e-16);
}

TEST(PredictionRounding, IsNoMoreThanTheDualVariableTimesItOfTheDual) {
  const double delta = 4 * machine_epsilon * (2 + 2e6);
  EXPECT_NEAR(both_roundings(HingeLoss{}, 1e3, 1e3, 1, 2, 1e9).dual, 2 * delta, 1e-3 * delta);
  EXPECT_EQ(both_roundings(HingeLoss{}, 1e3, 1e3, 1, 0, 1e9).dual, 0);
  const PredictionRounding at_minimum = both_roundings(SquaredLoss{}, 1e3, 1e3, 1, 0, 10);
  EXPECT_EQ(at_minimum.dual, at_minimum.gap);
  EXPECT_EQ(both_roundings(AbsoluteLoss{}, 1e3, 1e3, 1, 0, 1e9).dual, 0) << "a kink is no curved minimum";
}

/// A row of weight 1e18 that lies at its kink speaks for itself, and not for what others lose.
TEST(PredictionRounding, OfAHeavyRowIsNoExcuseForOthers) {
  constexpr std::size_t n = 40;
  Random random(8);
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> weights(n, 1.0);
  weights[0] = weights[1] = 1e18;
  for (std::size_t i = 0; i < n; ++i) {
    for (int j = 0; j < 3; ++j) x.push_back(random.normal());
    y.push_back(10 * random.normal());
  }
  Problem problem;
  problem.x = DenseView<double>{x.data(), n, 3, 3};
  problem.y = y;
  problem.weights = weights;
  problem.loss.name = LossName::absolute;
  for (const double l2 : {0.0, 1.0}) {
    problem.penalty = {.l2 = l2};
    std::vector<Solution> solutions;
    for (const Solver solver : {Solver::automatic, Solver::alm_newton, Solver::interior_point})
      solutions.push_back(solve(problem, {.solver = solver, .tolerance = 1e-6, .max_passes = 2000}));
    for (const Solution& a : solutions)
      for (const Solution& b : solutions) {
        EXPECT_LE(a.certificate.dual, (1 + 1e-9) * b.certificate.primal) << a.solver << ' ' << b.solver << ' ' << l2;
        if (a.status == Status::converged) {
          EXPECT_LE(a.certificate.primal, (1 + 1e-5) * b.certificate.primal) << a.solver << ' ' << b.solver;
        }
      }
  }
}

TEST(PredictionRounding, IsOfSecondOrderAtAMinimum) {
  const double delta = 4 * machine_epsilon * (2 + 2e6);
  EXPECT_NEAR(rounding(SquaredLoss{}, 1e3, 1e3, 1, 0, 10), 10 * delta * delta, 1e-2 * delta * delta);
  EXPECT_NEAR(rounding(HuberLoss{2}, 1e3, 1e3, 1, 0, 10), 10 * delta * delta, 1e-2 * delta * delta);
}

/// Of w = `coef` and dual variables of that size, for margins that w = 1e-6 reaches. The objective, 5e-13, is then far
/// below what rounding of a margin costs at this C.
Certificate proof_of_margins(double coef, double size) {
  const std::vector<double> x = {1e6, -1e6};
  const std::vector<double> y = {1, -1};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  problem.y = y;
  problem.loss.name = LossName::hinge;
  problem.C = 1e9;
  problem.intercept = Intercept::none;
  std::vector<double> w = {coef};
  std::vector<double> s = {size, -size};
  std::vector<double> z(2);
  CertifiedPoint point{s, w, z, 0};
  return certify_pair(problem, baseline(problem), point);
}

TEST(PredictionRounding, IsPartOfTheFloorOfACertificate) {
  const Certificate proof = proof_of_margins(1e-6 * (1 - 2 * machine_epsilon), 5e-13);
  EXPECT_GT(proof.primal, 1e-7) << "of losses";
  EXPECT_TRUE(proof.is_rounding());
  EXPECT_LT(proof.rounding_floor, 2 * 1e9 * 4 * machine_epsilon * 2);
  EXPECT_NEAR(proof.rounding_floor, proof.gap, 1e-9 * proof.gap) << "all of it the rows'";
}

TEST(PredictionRounding, MakesNoObjectiveZeroWhoseDualIsKnown) {
  const Certificate proof = proof_of_margins(1e-6 * (1 - 2 * machine_epsilon), 5e-13);
  EXPECT_LT(proof.dual_rounding, 1e-20);
  EXPECT_NEAR(proof.relative_gap, 1, 1e-5) << "D = 5e-13";
}

TEST(PredictionRounding, IsNoExcuseForCoefficientsFarFromWhatDualVariablesSumTo) {
  const Certificate proof = proof_of_margins(2e-6, 0);
  EXPECT_FALSE(proof.is_rounding());
  EXPECT_EQ(proof.relative_gap, 1);
}

/// Margins of 1e71, all of it what is left of terms of 1e89: the loss is 0, and what it is nobody knows.
TEST(PredictionRounding, HidesAGapWhereAPredictionHasNoDigits) {
  const std::vector<double> x = {3, -3, -1, 1};
  const std::vector<double> y = {1, -1};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 2, 2, 2};
  problem.y = y;
  problem.loss.name = LossName::logistic;
  problem.intercept = Intercept::none;
  problem.penalty = Penalty{.l2 = 0};
  std::vector<double> s = {0, 0};
  std::vector<double> z(2);
  const auto proof_of = [&](std::vector<double> w) {
    CertifiedPoint point{s, w, z, 0};
    return certify_pair(problem, baseline(problem), point);
  };
  EXPECT_GT(proof_of({1e89, 1e89}).gap, 1e70);
  EXPECT_FALSE(accepts(proof_of({1e89, 1e89}), 1e-4));
  EXPECT_GT(proof_of({1e89 * (1 + machine_epsilon), 1e89}).gap, 1e70);
  EXPECT_LT(proof_of({1e89, 0}).gap, 1e-4) << "of rows that have digits";
  const std::vector<double> w = {1e89, 1e89};
  const DualBlock zero = [](std::int64_t, std::span<const double>, BlockNumbers& block) { block.fill(0); };
  ThreadPool alone(1);
  EXPECT_GT(certify_pair(problem, baseline(problem), StreamedPair{w, 0, s}, zero, alone).gap, 1e70);
}

}  // namespace
}  // namespace hingeline::internal
