// SPDX-License-Identifier: BSD-3-Clause
#include "problem/certificate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <tuple>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

struct Buffers {
  explicit Buffers(const Problem& problem)
      : dual_coef(problem.y.size()), coef(static_cast<std::size_t>(cols(problem.x))), predictions(problem.y.size()) {}
  CertifiedPoint point(double intercept) { return {dual_coef, coef, predictions, intercept}; }

  std::vector<double> dual_coef, coef, predictions;
};

class CertificateOf : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {};

TEST_P(CertificateOf, AnyPointEqualsTheSlowFormulas) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(40, 6, loss, 3);
  Problem problem = random_problem.problem(Storage::csr_double);
  problem.weights = random_problem.weights();
  problem.C = 0.7;
  problem.intercept = intercept;
  problem.bias = 1.5;
  const Baseline start = baseline(problem);
  Random random(5);
  for (int repeat = 0; repeat < 5; ++repeat) {
    Buffers buffers(problem);
    for (double& s : buffers.dual_coef) s = 0.5 * random.normal();
    CertifiedPoint point = buffers.point(random.normal());
    const Certificate proof = certify(problem, start, point);

    const auto primal = static_cast<double>(support::slow_primal(problem, buffers.coef, point.intercept));
    const auto dual = static_cast<double>(support::slow_dual(problem, buffers.dual_coef));
    const double scale = std::abs(primal) + std::abs(dual);
    EXPECT_NEAR(proof.primal, primal, 1e-12 * scale);
    EXPECT_NEAR(proof.dual, std::max(0.0, dual), 1e-9 * scale);
    EXPECT_NEAR(proof.gap, primal - dual, 1e-9 * scale);
    EXPECT_GE(proof.gap, 0);
    EXPECT_GE(start.primal, dual - 1e-9 * scale);
    if (intercept == Intercept::free) {
      EXPECT_NEAR(std::accumulate(buffers.dual_coef.begin(), buffers.dual_coef.end(), 0.0), 0, 1e-13);
    }
    for (std::size_t i = 0; i < problem.y.size(); ++i)
      if (problem.weights[i] == 0) {
        EXPECT_EQ(buffers.dual_coef[i], 0);
      }
  }
}

TEST_P(CertificateOf, APairEqualsTheSlowFormulas) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(40, 6, loss, 6);
  Problem problem = random_problem.problem(Storage::dense_double);
  problem.weights = random_problem.weights();
  problem.intercept = intercept;
  problem.bias = 1.5;
  const Baseline start = baseline(problem);
  Random random(7);
  Buffers buffers(problem);
  for (double& s : buffers.dual_coef) s = 0.5 * random.normal();
  for (double& w : buffers.coef) w = random.normal();
  const std::vector<double> given = buffers.coef;
  CertifiedPoint point = buffers.point(random.normal());
  const double hint = point.intercept;
  const Certificate proof = certify_pair(problem, start, point);

  const auto primal = static_cast<double>(support::slow_primal(problem, given, point.intercept));
  const auto dual = static_cast<double>(support::slow_dual(problem, buffers.dual_coef));
  EXPECT_EQ(buffers.coef, given);
  EXPECT_NEAR(proof.primal, primal, 1e-12 * std::abs(primal));
  EXPECT_NEAR(proof.gap, primal - dual, 1e-9 * (std::abs(primal) + std::abs(dual)));
  if (intercept == Intercept::penalized) {
    EXPECT_DOUBLE_EQ(point.intercept, hint);
  }
}

TEST_P(CertificateOf, BaselineIsTheBestConstant) {
  const auto& [loss, intercept] = GetParam();
  const RandomProblem random_problem(30, 3, loss, 4);
  Problem problem = random_problem.problem(Storage::dense_float);
  problem.intercept = intercept;
  const Baseline start = baseline(problem);
  const std::vector<double> nothing(3);
  const auto primal = [&](double b) { return static_cast<double>(support::slow_primal(problem, nothing, b)); };
  EXPECT_NEAR(start.primal, primal(start.intercept), 1e-12 * start.primal);
  if (intercept != Intercept::free) return;
  for (double b = -5; b < 5; b += 0.01) EXPECT_LE(start.primal, primal(b) * (1 + 1e-8));
}

INSTANTIATE_TEST_SUITE_P(Losses, CertificateOf, support::with_every_intercept(support::every_loss()),
                         support::loss_and_intercept);

/// The search for the best constant finds it even where squares of targets overflow.
TEST(Certificate, BaselineOfFarTargetsIsTheBestConstant) {
  const std::vector<double> x = {1, 2, 3};
  const std::vector<double> y = {1e155, 3e155, 7e155};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 3, 1, 1};
  problem.y = y;
  problem.loss = {.name = LossName::absolute};
  EXPECT_NEAR(baseline(problem).primal, 6e155, 1e147);
}

/// A certificate with these objectives and this rounding of both, whose gap is relative to `scale`.
Certificate proof_of(double primal, double dual, double rounding_floor, double scale) {
  Certificate proof;
  proof.primal = primal;
  proof.dual = dual;
  proof.gap = primal - dual;
  proof.rounding_floor = rounding_floor;
  proof.dual_rounding = rounding_floor;
  proof.relative_gap = relative_gap(proof, scale);
  return proof;
}

TEST(Certificate, AGapIsRelativeToItsScale) {
  const Certificate proof = proof_of(10, 9.5, 1e-12, 2);
  EXPECT_EQ(proof.relative_gap, 0.25);
  EXPECT_TRUE(accepts(proof, 0.25));
  EXPECT_FALSE(accepts(proof, 0.24));
  EXPECT_FALSE(accepts(proof, 0));
}

TEST(Certificate, RoundingIsNoProof) {
  const Certificate proof = proof_of(0.0014, 0.0010, 0.0005, 0.0014);
  EXPECT_NEAR(proof.relative_gap, 4.0 / 14, 1e-12);
  EXPECT_FALSE(accepts(proof, 1e-4));
}

TEST(Certificate, RoundingNextToTheObjectiveIsGoodEnough) {
  const Certificate proof = proof_of(1, 1 - 1e-12, 1e-11, 1e-6);
  EXPECT_NEAR(proof.relative_gap, 1e-12, 1e-15);
  EXPECT_TRUE(accepts(proof, 1e-15));
}

TEST(Certificate, AnOptimumOfZeroButForRoundingHasNoGap) {
  const Certificate proof = proof_of(1e-13, -1e-14, 1e-12, 1e-13);
  EXPECT_EQ(proof.relative_gap, 0);
  EXPECT_TRUE(accepts(proof, 1e-15));
}

TEST(Certificate, AnOptimumOfZeroIsAccepted) {
  const std::vector<double> values = {1, -1};
  const std::vector<double> y = {0, 0};
  Problem problem;
  problem.x = DenseView<double>{values.data(), 2, 1, 1};
  problem.y = y;
  problem.loss.name = LossName::squared;
  Buffers buffers(problem);
  CertifiedPoint point = buffers.point(0);
  const Baseline start = baseline(problem);
  const Certificate proof = certify(problem, start, point);
  EXPECT_EQ(proof.primal, 0);
  EXPECT_EQ(proof.relative_gap, 0);
  EXPECT_TRUE(accepts(proof, 1e-12));
}

/// Rounding is then as large as the gap, which would be accepted for an optimum of 0.
TEST(Certificate, AGapOnWhichArithmeticGaveOutProvesNothing) {
  for (const double gap : {infinity, std::numeric_limits<double>::quiet_NaN()}) {
    Certificate proof;
    proof.primal = 2;
    proof.gap = gap;
    proof.rounding_floor = infinity;
    complete(proof, 1, 3);
    EXPECT_EQ(proof.gap, infinity);
    EXPECT_EQ(proof.relative_gap, infinity);
    EXPECT_EQ(proof.dual, 0);
    EXPECT_FALSE(accepts(proof, 1));
  }
}

TEST(Certificate, AFloorThatIsNoNumberExcusesNothing) {
  Certificate proof;
  proof.primal = 2;
  proof.gap = 1e-12;
  proof.rounding_floor = proof.dual_rounding = std::numeric_limits<double>::quiet_NaN();
  complete(proof, 1, 3);
  EXPECT_EQ(proof.relative_gap, infinity);
  EXPECT_EQ(proof.coef_error_bound, infinity);
}

/// s = 0 proves that no P is below 0.
TEST(Certificate, ADualPointFarAwayProvesNoLessThanZero) {
  const auto proof = [](double primal) {
    Certificate made;
    made.primal = primal;
    made.gap = 1e280;
    complete(made, 1, 3);
    return made;
  };
  EXPECT_EQ(proof(2).dual, 0);
  EXPECT_EQ(proof(2).relative_gap, 1);
  EXPECT_EQ(proof(2).coef_error_bound, 2);
  EXPECT_TRUE(is_nearer(proof(1), proof(2), 1e-3));
  EXPECT_TRUE(accepts(proof(0), 1e-3));
}

TEST(Certificate, OfTwoTheNearerIsWithinTheConstraintsFirst) {
  const auto proof = [](double gap, double violation) {
    Certificate made = proof_of(1, 1 - gap, 0, 1);
    made.max_violation = violation;
    return made;
  };
  constexpr double tolerance = 1e-3;
  EXPECT_TRUE(is_nearer(proof(0.5, 0), proof(0, 0.1), tolerance));
  EXPECT_FALSE(is_nearer(proof(0, 0.1), proof(0.5, 0), tolerance));
  EXPECT_TRUE(is_nearer(proof(0.1, 1e-3), proof(0.5, 0), tolerance));
  EXPECT_FALSE(is_nearer(proof(0.5, 0), proof(0.5, 0), tolerance));
  EXPECT_TRUE(is_nearer(proof(0.1, 1e-10), proof(0.5, 0), 0)) << "without a tolerance up to rounding";
}

/// P is 2e304, but s y overflows, and with it the terms of the gap.
TEST(Certificate, ARowWhoseTermsOverflowProvesNothing) {
  const std::vector<double> x = {1e-200, -1e-200};
  const std::vector<double> y = {1e160 + 1e152, 1e160 - 1e152};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  problem.y = y;
  problem.loss = {.name = LossName::squared};
  std::vector<double> s = {1e152, -1e152};
  std::vector<double> w = {0};
  std::vector<double> z(2);
  CertifiedPoint point{s, w, z, 1e160};
  const Certificate proof = certify_pair(problem, baseline(problem), point);
  EXPECT_TRUE(std::isfinite(proof.primal));
  EXPECT_EQ(proof.relative_gap, infinity);
}

/// The column has one row, whose dual variable must be 0 without a penalty: an error of rounding is excused.
TEST(Certificate, ARowAloneInItsColumnMayBeOffByRounding) {
  const std::vector<double> values = {1, 0, 0};
  const std::vector<double> y = {5, 1, -1};
  Problem problem;
  problem.x = DenseView<double>{values.data(), 3, 1, 1};
  problem.y = y;
  problem.loss.name = LossName::squared;
  problem.intercept = Intercept::none;
  problem.penalty = {.l1 = 0, .l2 = 0};
  for (const double off : {4e-16, 1e-9}) {
    Buffers buffers(problem);
    buffers.dual_coef = {off, 1, -1};
    buffers.coef = {5};
    CertifiedPoint point = buffers.point(0);
    const Certificate proof = certify_pair(problem, baseline(problem), point);
    EXPECT_DOUBLE_EQ(proof.primal, 1);
    EXPECT_EQ(accepts(proof, 1e-12), off < 1e-15) << off << " " << proof.relative_gap;
  }
}

/// Two columns are equal, so that w may be arbitrarily large, and with it the rounding of w'X's. P is 4 everywhere.
TEST(Certificate, WhatAFarWRoundsToIsNoOptimumOfZero) {
  const std::vector<double> x(8, 1.0);
  const std::vector<double> y = {1, -1, 1, -1};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 4, 2, 2};
  problem.y = y;
  problem.loss = {.name = LossName::squared_hinge};
  problem.intercept = Intercept::none;
  problem.penalty = {.l1 = 0, .l2 = 0};
  for (const double far : {0.0, 1e10, 1e18}) {
    std::vector<double> s = {0.1, -0.1, 0.1, -0.1};
    std::vector<double> w = {far, -far};
    std::vector<double> z(4);
    CertifiedPoint point{s, w, z};
    const Certificate proof = certify_pair(problem, baseline(problem), point);
    EXPECT_EQ(proof.primal, 4);
    EXPECT_GE(proof.relative_gap, 0.9) << far;
    EXPECT_FALSE(accepts(proof, 0.5));
  }
}

TEST(Certificate, AnAbsentRowMayHaveAnyTarget) {
  const std::vector<double> x = {1, 2, 3, 4};
  const std::vector<double> y = {1, 3, 2, std::numeric_limits<double>::max()};
  const std::vector<double> weights = {1, 1, 1, 0};
  Problem problem;
  problem.y = y;
  problem.weights = weights;
  problem.intercept = Intercept::free;
  for (const LossName name : {LossName::squared, LossName::huber, LossName::expectile}) {
    problem.loss = {.name = name, .tau = 0.5};
    problem.x = DenseView<double>{x.data(), 4, 1, 1};
    const double with = baseline(problem).primal;
    EXPECT_EQ(solve(problem, {.solver = Solver::alm_newton}).status, Status::converged) << to_string(name);
    problem.x = DenseView<double>{x.data(), 3, 1, 1};
    problem.y = std::span(y).first(3);
    problem.weights = std::span(weights).first(3);
    EXPECT_NEAR(with, baseline(problem).primal, 1e-12) << to_string(name);
    problem.y = y;
    problem.weights = weights;
  }
}

TEST(Certificate, AnAbsentRowMayPredictAnything) {
  const std::vector<double> x = {1, 2, 3, std::numeric_limits<double>::max()};
  const std::vector<double> y = {1, -1, 1, -1};
  const std::vector<double> weights = {1, 1, 1, 0};
  for (const Loss& loss : support::every_loss()) {
    const auto proof = [&](std::int64_t rows) {
      Problem problem;
      problem.x = DenseView<double>{x.data(), rows, 1, 1};
      problem.y = std::span(y).first(static_cast<std::size_t>(rows));
      problem.weights = std::span(weights).first(static_cast<std::size_t>(rows));
      problem.loss = loss;
      Buffers buffers(problem);
      buffers.coef = {2};
      CertifiedPoint point = buffers.point(0);
      return certify_pair(problem, baseline(problem), point);
    };
    EXPECT_TRUE(std::isfinite(proof(3).gap)) << to_string(loss.name);
    EXPECT_EQ(proof(4).gap, proof(3).gap) << to_string(loss.name);
    EXPECT_EQ(proof(4).rounding_floor, proof(3).rounding_floor) << to_string(loss.name);
  }
}

/// Four times the cost overflows.
TEST(Certificate, HoldsForTheLargestCosts) {
  const std::vector<double> x = {1e-154, -1e-154};
  const std::vector<double> y = {1e-3, -1e-3};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 2, 1, 1};
  problem.y = y;
  problem.loss = {.name = LossName::squared_epsilon_insensitive, .epsilon = 0};
  problem.intercept = Intercept::none;
  for (const double C : {1e290, 0.8e308, 1.2e308}) {
    problem.C = C;
    const Solution solution = solve(problem, {.solver = Solver::dual_cd, .tolerance = 1e-9});
    const double w = 4e-157 * C / (1 + 4e-308 * C);  // of 1/2 w^2 + 2 C (1e-3 - 1e-154 w)^2
    EXPECT_TRUE(solution.status == Status::converged || C > 1e308) << C;
    if (solution.status == Status::converged) {
      EXPECT_NEAR(solution.coef[0], w, 1e-4 * w) << C;
    }
  }
}

}  // namespace
}  // namespace hingeline::internal
