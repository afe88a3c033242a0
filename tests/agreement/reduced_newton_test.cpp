// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced Newton held against slow formulas and dual coordinate descent: its chord steps, starts and limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"
#include "support/expect_constant_targets.hpp"
#include "support/loss_and_intercept.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"
#include "support/stopped_solve.hpp"

namespace hingeline {
namespace {

using support::expect_certified;
using support::options_of;
using support::RandomProblem;
using support::Storage;

class ReducedNewtonOf : public support::LossAndIntercept {
 protected:
  ReducedNewtonOf() : LossAndIntercept(200, 10, 11) {}
};

TEST_P(ReducedNewtonOf, FewRowsAreCertifiedInEveryLayout) {
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    SCOPED_TRACE(to_string(storage));
    Problem given = problem(storage);
    expect_certified(given, solve(given, options_of(Solver::reduced_newton, 1e-8)), 1e-8);
    given.weights = random_.weights();
    expect_certified(given, solve(given, options_of(Solver::reduced_newton, 1e-8)), 1e-8);
  }
}

TEST_P(ReducedNewtonOf, ManyRowsAgreeWithCoordinateDescent) {
  const RandomProblem random(60000, 5, loss(), 12);
  Problem given = problem_of(random, Storage::dense_float);
  given.C = 0.01;
  given.weights = random.weights();
  const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-7));
  ASSERT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_LE(solution.passes, 8);
  SolverOptions options;
  options.solver = Solver::dual_cd;
  options.tolerance = 1e-4;
  const Solution descent = solve(given, options);
  EXPECT_LE(solution.certificate.primal, descent.certificate.primal * (1 + 1e-7));
  EXPECT_GE(solution.certificate.primal, descent.certificate.dual * (1 - 1e-7));
}

INSTANTIATE_TEST_SUITE_P(Losses, ReducedNewtonOf, support::with_every_intercept(support::every_loss()),
                         support::loss_and_intercept);

TEST(ReducedNewton, IsChosenForManyFullRows) {
  const RandomProblem random(30000, 5, Loss{LossName::hinge}, 3);
  for (const Storage storage : {Storage::dense_float, Storage::csr_float}) {
    Problem given = random.problem(storage);
    given.C = 0.01;
    EXPECT_EQ(solve(given).solver, "reduced_newton");
  }
  constexpr double sparse = 0.03;
  const RandomProblem empty(30000, 5, Loss{LossName::hinge}, 3, sparse);
  EXPECT_NE(solve(empty.problem(Storage::csr_float)).solver, "reduced_newton");
}

TEST(ReducedNewton, IsChosenForPiecewiseLossesOfTheUser) {
  const RandomProblem random(40000, 5, support::lopsided_plq(), 3);
  EXPECT_EQ(solve(random.problem(Storage::dense_float), {}).solver, "reduced_newton");
}

TEST(ReducedNewton, StartsFromAnEarlierAnswer) {
  const RandomProblem random(30000, 5, Loss{LossName::hinge}, 3);
  Problem given = random.problem(Storage::dense_float);
  given.C = 0.01;
  const SolverOptions options = options_of(Solver::reduced_newton, 1e-7);
  const Solution cold = solve(given, options);
  const Solution from_coef = solve(given, options, {{}, cold.coef, cold.intercept});
  const Solution from_dual = solve(given, options, {cold.dual_coef, {}, cold.intercept});
  for (const Solution& solution : {from_coef, from_dual}) {
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_LE(solution.iterations, cold.iterations);
    EXPECT_NEAR(solution.certificate.primal, cold.certificate.primal, 2e-7 * cold.certificate.primal);
  }
}

TEST(ReducedNewton, ConstantTargets) {
  support::expect_constant_targets_solved(200, options_of(Solver::reduced_newton, 1e-4));
}

/// The slopes after chord steps do not sum to 0; the rows share the rest.
TEST(ReducedNewton, ChordStepsBalanceAFreeIntercept) {
  for (const LossName name : {LossName::squared_hinge, LossName::logistic, LossName::huber, LossName::squared}) {
    SCOPED_TRACE(to_string(name));
    const RandomProblem random(40000, 30, Loss{.name = name}, 8);
    Problem given = random.problem(Storage::dense_float);
    given.C = 1e-4;
    given.weights = random.weights();
    ASSERT_EQ(given.intercept, Intercept::free);
    const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-7));
    expect_certified(given, solution, 1e-7);
    EXPECT_LE(solution.passes, 6);
    EXPECT_LE(solution.iterations, solution.passes) << "a reduced problem was solved";
    EXPECT_GT(solution.iterations, 0);
  }
}

/// The loss has nearly a corner, so that the Hessian of a sample is not that of all rows.
TEST(ReducedNewton, GivesUpChordStepsThatDoNotConverge) {
  Loss nearly_hinge{LossName::smoothed_hinge};
  nearly_hinge.gamma = 1e-7;
  const RandomProblem random(60000, 5, nearly_hinge, 3);
  Problem given = random.problem(Storage::dense_float);
  given.C = 0.01;
  given.intercept = Intercept::none;
  expect_certified(given, solve(given, options_of(Solver::reduced_newton, 1e-8)), 1e-8);
}

/// Without a penalty the dual point must be balanced, however large the tolerance is.
TEST(ReducedNewton, LooseTolerancesTakeNoMorePassesWithoutAPenalty) {
  const RandomProblem random(60000, 5, Loss{LossName::quantile}, 4);
  Problem given = random.problem(Storage::dense_float);
  given.penalty = {.l1 = 0, .l2 = 0};
  for (const double tolerance : {1e-2, 1e-3, 1e-4, 1e-6}) {
    const Solution solution = solve(given, options_of(Solver::reduced_newton, tolerance));
    EXPECT_EQ(solution.status, Status::converged) << tolerance;
    EXPECT_LE(solution.passes, 5) << tolerance;
  }
}

/// The gap is relative to the gain over a constant, so that samples and bands, too, need a gap a millionth as large.
TEST(ReducedNewton, TakesFewPassesWhereNothingIsGainedOverAConstant) {
  constexpr std::int64_t rows = 25000;
  constexpr std::int32_t cols = 5;
  internal::Random random(1);
  std::vector<double> x(rows * cols);
  std::vector<double> y(rows);
  for (double& value : x) value = random.normal();
  for (double& target : y) target = random.normal();
  Problem given;
  given.x = DenseView<double>{x.data(), rows, cols, cols};
  given.y = y;
  given.loss = {.name = LossName::absolute};
  given.penalty = {.l1 = 1, .l2 = 0};
  for (const double C : {1e-8, 1e-5}) {
    SCOPED_TRACE(C);
    given.C = C;
    const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-4));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(solution.passes, 5);
  }
}

/// A relative gap of an optimum of 0 allows no error, which samples would never reach.
TEST(ReducedNewton, StaysAtAConstantThatCostsNothing) {
  const RandomProblem random(3000, 5, Loss{LossName::epsilon_insensitive}, 2);
  Problem given = random.problem(Storage::dense_double);
  std::vector<double> y(given.y.begin(), given.y.end());
  given.loss.epsilon = 0.51 * (std::ranges::max(y) - std::ranges::min(y));
  const std::vector<double> zeros(5);
  const Penalty none = {.l1 = 0, .l2 = 0};
  const Penalty lasso = {.l1 = 1, .l2 = 0};
  for (const Penalty& penalty : {Penalty(), lasso, none})
    for (const bool bounded : {false, true}) {
      given.penalty = penalty;
      given.bounds.lower = bounded ? std::span<const double>(zeros) : std::span<const double>();
      const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-6));
      EXPECT_EQ(solution.status, Status::converged);
      EXPECT_EQ(solution.certificate.primal, 0);
      EXPECT_EQ(solution.passes, 2) << "the rows told apart, and a proof";
      EXPECT_EQ(solution.coef, zeros);
    }
}

TEST(ReducedNewton, FindsAnInterceptWithoutColumns) {
  std::vector<double> y(2000, -1.0);
  y[7] = 1;
  Problem given;
  given.x = DenseView<double>{nullptr, 2000, 0, 0};
  given.y = y;
  given.intercept = Intercept::penalized;
  for (const LossName loss : {LossName::hinge, LossName::logistic, LossName::squared})
    for (const double l1 : {0.0, 1.0}) {
      given.loss = {.name = loss};
      given.penalty = {.l1 = l1, .l2 = 0};
      const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-4));
      EXPECT_EQ(solution.status, Status::converged) << to_string(loss);
      EXPECT_LT(solution.intercept, -0.5);
    }
}

TEST(ReducedNewton, KeepsNoDualUnlessAsked) {
  const RandomProblem random(1000, 5, Loss{LossName::hinge}, 3);
  SolverOptions options = options_of(Solver::reduced_newton, 1e-6);
  const Problem given = random.problem(Storage::dense_float);
  const Solution with = solve(given, options);
  options.keep_dual = false;
  const Solution without = solve(given, options);
  EXPECT_TRUE(without.dual_coef.empty());
  EXPECT_EQ(with.coef, without.coef);
  EXPECT_EQ(with.certificate.gap, without.certificate.gap);
}

class ReducedNewtonStops : public support::StoppedSolve {
 protected:
  ReducedNewtonStops()
      : StoppedSolve(options_of(Solver::reduced_newton, 1e-16), LossName::hinge, 30000, 5, Storage::dense_float) {}
};

TEST_F(ReducedNewtonStops, WhenInterrupted) { expect_interrupted(); }

TEST_F(ReducedNewtonStops, WhenTheCallbackSaysSo) {
  int calls = 0;
  options_.callback = [&](const Progress& progress) {
    EXPECT_GT(progress.passes, 0);
    EXPECT_TRUE(progress.certified || progress.relative_gap > options_.tolerance);
    return ++calls < 1;
  };
  expect_stopped(Status::interrupted);
  EXPECT_EQ(calls, 1);
}

TEST_F(ReducedNewtonStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-6;
  expect_stopped(Status::max_seconds);
}

}  // namespace
}  // namespace hingeline
