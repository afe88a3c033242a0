// SPDX-License-Identifier: BSD-3-Clause
//
// Proximal Newton, with models minimised by columns and by products, held against the augmented Lagrangian method.
#include "solvers/proximal_newton/proximal_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/error.hpp"
#include "hingeline/solve.hpp"
#include "losses/is_curved.hpp"
#include "support/curved_losses.hpp"
#include "support/one_hot_rows.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::options_of;
using support::RandomProblem;
using support::Storage;

constexpr std::int32_t columns = 40;

/// Converged, its objective that of the slow formula.
void expect_honest(const Problem& problem, const Solution& solution) {
  EXPECT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
  const auto primal = static_cast<double>(support::slow_primal(problem, solution.coef, solution.intercept));
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
}

class ProximalNewtonOf : public ::testing::TestWithParam<support::CurvedLoss> {
 protected:
  ProximalNewtonOf()
      : random_(150, columns, Loss{std::get<0>(GetParam())}, 11), problem_(random_.problem(Storage::csr_float)) {
    problem_.intercept = std::get<1>(GetParam());
    problem_.bias = 2;
    problem_.weights = random_.weights();
    problem_.penalty = {.l1 = 3, .l2 = 0};
  }

  void expect_agreement() const {
    constexpr double tolerance = 1e-9;
    const Solution solution = solve(problem_, options_of(Solver::proximal_newton, tolerance));
    expect_honest(problem_, solution);
    const Solution other = solve(problem_, options_of(Solver::alm_newton, tolerance));
    EXPECT_EQ(other.status, Status::converged);
    EXPECT_NEAR(solution.certificate.primal, other.certificate.primal, 1e-8 * other.certificate.primal);
  }

  RandomProblem random_;
  Problem problem_;
};

TEST_P(ProximalNewtonOf, FindsTheLasso) { expect_agreement(); }

TEST_P(ProximalNewtonOf, FindsAnElasticNetOfDenseRows) {
  const RandomProblem dense(150, columns, Loss{std::get<0>(GetParam())}, 11, 1);
  problem_.x = dense.problem(Storage::dense_float).x;
  std::vector<double> omega(columns, 1);
  omega[3] = 0;
  omega[5] = 10;
  problem_.penalty = {.l1 = 1, .l2 = 0.1, .l1_weights = omega};
  problem_.C = 100;
  expect_agreement();
}

/// Of one-sided bounds some bind. Scaled down to the domain of R*, no dual point but the optimal one proves anything.
TEST_P(ProximalNewtonOf, LeavesColumnsWithoutAWeightFree) {
  std::vector<double> omega(columns, 1);
  std::vector<double> lower(columns, -internal::infinity);
  for (const std::size_t j : {1, 7, 19, 20, 33}) omega[j] = 0;
  for (const std::size_t j : {3, 7, 20}) lower[j] = 0;
  problem_.penalty.l1_weights = omega;
  expect_agreement();
  problem_.bounds.lower = lower;
  expect_agreement();
  if (!internal::is_curved(problem_.loss)) return;
  EXPECT_LT(solve(problem_, options_of(Solver::proximal_newton, 1e-9)).passes, 150);
}

TEST_P(ProximalNewtonOf, HoldsBounds) {
  const std::vector<double> lower(columns, -0.1);
  const std::vector<double> upper(columns, 0.3);
  problem_.bounds = {lower, upper};
  expect_agreement();
  const Solution solution = solve(problem_, options_of(Solver::proximal_newton, 1e-6));
  for (const double w : solution.coef) EXPECT_TRUE(w >= -0.1 && w <= 0.3);
}

/// An equality of all coefficients, an order of two and a limit that does not bind.
TEST_P(ProximalNewtonOf, HoldsConstraints) {
  std::vector<double> rows(3 * columns);
  std::fill_n(rows.begin(), columns, 1.0);
  rows[columns + 1] = 1;
  rows[columns + 2] = -1;
  rows[2 * columns] = 1;
  const std::vector<double> lower = {0.5, 0.1, -100};
  const std::vector<double> upper = {0.5, internal::infinity, 100};
  problem_.constraints = {DenseView<double>{rows.data(), 3, columns, columns}, lower, upper};
  for (const Penalty& penalty : {Penalty{.l1 = 1, .l2 = 0}, Penalty{.l1 = 0.5, .l2 = 1}}) {
    problem_.penalty = penalty;
    expect_agreement();
    const Solution solution = solve(problem_, options_of(Solver::proximal_newton, 1e-9));
    EXPECT_LE(solution.certificate.max_violation, 1e-9);
    EXPECT_NEAR(std::accumulate(solution.coef.begin(), solution.coef.end(), 0.0), 0.5, 1e-7);
    EXPECT_GE(solution.coef[1] - solution.coef[2], 0.1 - 1e-7);
    ASSERT_EQ(solution.multipliers.size(), 3);
    EXPECT_NEAR(solution.multipliers[2], 0, 1e-6);
  }
}

TEST_P(ProximalNewtonOf, WarmStartsAreShort) {
  const SolverOptions options = options_of(Solver::proximal_newton, 1e-6);
  const Solution cold = solve(problem_, options);
  const Solution same = solve(problem_, options, {cold.dual_coef, cold.coef, cold.intercept});
  expect_honest(problem_, same);
  EXPECT_LE(same.iterations, std::max<std::int64_t>(1, cold.iterations / 10));
  expect_honest(problem_, solve(problem_, options, {{}, cold.coef, cold.intercept}));
  problem_.penalty = {.l1 = 0.5, .l2 = 1};
  expect_honest(problem_, solve(problem_, options, {cold.dual_coef, {}, cold.intercept}));
  const std::vector<double> sums(4 * columns, 1.0);
  const std::vector<double> lower(4, -100.0);
  problem_.constraints = {DenseView<double>{sums.data(), 4, columns, columns}, lower, {}};
  expect_honest(problem_, solve(problem_, options, {cold.dual_coef, {}, cold.intercept}));
}

INSTANTIATE_TEST_SUITE_P(Losses, ProximalNewtonOf, support::curved_losses(), support::curved_loss_name);
INSTANTIATE_TEST_SUITE_P(LossesInPieces, ProximalNewtonOf,
                         ::testing::Combine(::testing::Values(LossName::hinge, LossName::smoothed_hinge,
                                                              LossName::epsilon_insensitive, LossName::quantile,
                                                              LossName::absolute, LossName::huber),
                                            ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none)),
                         support::curved_loss_name);

/// Far more columns than rows: models begin by columns, end by products.
TEST(ProximalNewton, FindsFewOfManyColumns) {
  const RandomProblem random(100, 4000, Loss{LossName::logistic}, 5, 0.02);
  Problem problem = random.problem(Storage::csr_double);
  problem.bias = 3;
  problem.penalty = {.l1 = 0.02, .l2 = 0};
  for (const Intercept intercept : {Intercept::none, Intercept::free, Intercept::penalized}) {
    problem.intercept = intercept;
    const Solution solution = solve(problem, options_of(Solver::automatic, 1e-8));
    EXPECT_EQ(solution.solver, "proximal_newton");
    expect_honest(problem, solution);
    EXPECT_GT(std::count(solution.coef.begin(), solution.coef.end(), 0.0), 3800);
  }
}

/// Columns that only move together, and too many of them for a factor: passes alone take thousands.
TEST(ProximalNewton, ColumnsOfOneHotRowsMoveTogether) {
  const support::OneHotRows rows(6000, {2, 10, 50, 300, 1000, 3000}, 4);
  SolverOptions options = options_of(Solver::proximal_newton, 1e-6);
  options.max_passes = 4000;
  for (const LossName loss : {LossName::logistic, LossName::squared_hinge}) {
    Problem problem = rows.problem(loss);
    problem.C = 10;
    problem.penalty = {.l1 = 1, .l2 = 0};
    expect_honest(problem, solve(problem, options));
    problem.penalty = {.l1 = 1, .l2 = 1e-3};
    expect_honest(problem, solve(problem, options));
    const std::vector<double> lower(static_cast<std::size_t>(cols(problem.x)), -1.0);
    const std::vector<double> upper(lower.size(), 0.5);
    problem.bounds = {lower, upper};
    expect_honest(problem, solve(problem, options));
  }
}

/// Steps to a bound and back from it round, and what is beyond a bound by that has no objective.
TEST(ProximalNewton, StaysWithinBoundsThatRoundOff) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    constexpr std::int32_t features = 100;
    const LossName losses[] = {LossName::huber, LossName::logistic, LossName::absolute};
    const RandomProblem random(100, features, Loss{losses[seed % 3]}, seed, 1);
    Problem problem = random.problem(Storage::dense_double);
    problem.C = 100;
    problem.intercept = Intercept::free;
    problem.penalty = {.l1 = 1, .l2 = 0};
    const double bound = 0.0105 * static_cast<double>(1 + seed % 7);
    const std::vector<double> lower(features, -bound);
    const std::vector<double> upper(features, bound);
    problem.bounds = {lower, upper};
    expect_honest(problem, solve(problem, options_of(Solver::proximal_newton, 1e-6)));
  }
}

TEST(ProximalNewton, GoesOnWhereOnlyTheDualPointIsLeftToFind) {
  const support::OneHotRows rows(6000, {2, 10, 50, 300, 1000, 3000}, 1);
  Problem problem = rows.problem(LossName::logistic);
  problem.C = 100;
  problem.penalty = {.l1 = 1, .l2 = 0};
  expect_honest(problem, solve(problem, options_of(Solver::proximal_newton, 1e-8)));
}

TEST(ProximalNewton, LayoutsAgree) {
  const RandomProblem random(100, 30, Loss{LossName::squared_hinge}, 6);
  std::vector<std::vector<double>> answers;
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    Problem problem = random.problem(storage);
    problem.penalty = {.l1 = 1, .l2 = 0};
    answers.push_back(solve(problem, options_of(Solver::proximal_newton, 1e-6)).coef);
  }
  for (const auto& answer : answers)
    for (std::size_t j = 0; j < answer.size(); ++j) EXPECT_NEAR(answer[j], answers[0][j], 1e-9);
}

/// It leaves others the curvature that they have.
TEST(ProximalNewton, OneRowOfALargeWeight) {
  const RandomProblem random(1000, 50, Loss{LossName::squared_hinge}, 5);
  Problem given = random.problem(Storage::dense_double);
  std::vector<double> weights(1000, 1.0);
  weights.front() = 1e10;
  given.weights = weights;
  given.penalty = {.l1 = 1, .l2 = 0};
  const Solution solution = solve(given, options_of(Solver::proximal_newton, 1e-5));
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_LE(solution.iterations, 60);
}

TEST(ProximalNewton, NothingIsLeftUnderALargePenalty) {
  const RandomProblem random(100, 30, Loss{LossName::squared_hinge}, 6);
  Problem problem = random.problem(Storage::csr_float);
  problem.penalty = {.l1 = 1e6, .l2 = 0};
  const Solution solution = solve(problem, options_of(Solver::proximal_newton, 1e-6));
  expect_honest(problem, solution);
  for (const double w : solution.coef) EXPECT_EQ(w, 0);
}

TEST(ProximalNewton, RefusesWhatNothingPenalizes) {
  const RandomProblem random(20, 3, Loss{LossName::logistic}, 1);
  Problem problem = random.problem(Storage::csr_float);
  problem.penalty = {.l1 = 0, .l2 = 0};
  EXPECT_THROW(solve(problem, options_of(Solver::proximal_newton, 1e-4)), InvalidParameter);
  const std::vector<double> lower = {-1, -1, -1};
  const std::vector<double> upper = {1, 1, 1};
  problem.bounds = {lower, upper};
  EXPECT_EQ(solve(problem, options_of(Solver::proximal_newton, 1e-4)).status, Status::converged);
  problem.intercept = Intercept::penalized;  // is free
  EXPECT_EQ(solve(problem, options_of(Solver::proximal_newton, 1e-4)).status, Status::converged);
}

TEST(ProximalNewton, ADualPointThatPromisedTooMuchIsGivenUp) {
  const std::vector<double> x = {-1e5, -2e5, 0, 2e5, -1e5};
  const std::vector<double> y = {1, 1, -1, -1, 1};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 5, 1, 1};
  problem.y = y;
  problem.loss.name = LossName::logistic;
  problem.C = 1000;
  problem.penalty = {.l1 = 1, .l2 = 0};
  expect_honest(problem, solve(problem, options_of(Solver::proximal_newton, 1e-6)));
}

TEST(ProximalNewton, GoesOnWhereNoRowIsCurved) {
  const SolverOptions options = options_of(Solver::proximal_newton, 1e-6);
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const RandomProblem few_rows(5, columns, Loss{LossName::squared_hinge}, seed, 1);
    Problem problem = few_rows.problem(Storage::dense_float);
    problem.C = 1000;
    problem.penalty = {.l1 = 1, .l2 = 0};
    const Solution solution = solve(problem, options);
    expect_honest(problem, solution);
    std::vector<double> beyond = solution.coef;
    for (double& w : beyond) w *= 10;
    expect_honest(problem, solve(problem, options, {{}, beyond, solution.intercept}));
  }
}

class ProximalNewtonStops : public ::testing::Test {
 protected:
  ProximalNewtonStops()
      : random_(300, 60, Loss{LossName::squared_hinge}, 2), problem_(random_.problem(Storage::csr_double)) {
    problem_.C = 100;
    problem_.penalty = {.l1 = 1, .l2 = 0};
  }
  void expect_unfinished(Status status) const {
    const Solution solution = solve(problem_, options_);
    EXPECT_EQ(solution.status, status);
    const auto primal = static_cast<double>(support::slow_primal(problem_, solution.coef, solution.intercept));
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * primal);
    EXPECT_GT(solution.certificate.relative_gap, options_.tolerance);
    EXPECT_FALSE(solution.reason.empty());
  }
  RandomProblem random_;
  Problem problem_;
  SolverOptions options_ = options_of(Solver::proximal_newton, 1e-12);
};

TEST_F(ProximalNewtonStops, AfterMaxPasses) {
  options_.max_passes = 3;
  expect_unfinished(Status::max_passes);
}

TEST_F(ProximalNewtonStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-9;
  expect_unfinished(Status::max_seconds);
}

TEST_F(ProximalNewtonStops, WhenTheCallbackSaysSo) {
  int calls = 0;
  options_.callback = [&](const Progress&) { return ++calls < 3; };
  expect_unfinished(Status::interrupted);
}

TEST_F(ProximalNewtonStops, WhenInterrupted) {
  const std::atomic<bool> interrupt = true;
  options_.interrupt = &interrupt;
  expect_unfinished(Status::interrupted);
}

}  // namespace
}  // namespace hingeline
