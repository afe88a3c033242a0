// SPDX-License-Identifier: BSD-3-Clause
//
// The interior point method held against slow formulas and the augmented Lagrangian, and where that takes long: many
// features for the rows, a large C, an L1 penalty.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/constraint_set.hpp"
#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"
#include "support/expect_large_row.hpp"
#include "support/loss_and_intercept.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::expect_certified;
using support::options_of;
using support::RandomProblem;
using support::Storage;

constexpr double tight = 1e-8;

/// The augmented Lagrangian finds the same.
void expect_same_optimum(const Problem& given) {
  const Solution expected = solve(given, options_of(Solver::alm_newton, tight));
  const Solution solution = solve(given, options_of(Solver::interior_point, tight));
  ASSERT_EQ(expected.status, Status::converged) << expected.reason;
  EXPECT_EQ(solution.status, Status::converged) << solution.reason << solution.certificate.relative_gap;
  EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal,
              3 * tight * std::abs(expected.certificate.primal));
}

class InteriorPointOf : public support::LossAndIntercept {
 protected:
  InteriorPointOf() : LossAndIntercept(150, 8, 21) {}
};

TEST_P(InteriorPointOf, IsCertifiedInEveryLayout) {
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double})
    for (const double C : {1e-3, 1.0, 1e4}) {
      SCOPED_TRACE(testing::Message() << to_string(storage) << ", C = " << C);
      Problem given = problem(storage);
      given.C = C;
      const Solution solution = solve(given, options_of(Solver::interior_point, tight));
      expect_certified(given, solution, tight);
      EXPECT_EQ(solution.solver, "interior_point");
      EXPECT_LE(solution.passes, 40);
    }
}

TEST_P(InteriorPointOf, AgreesForEveryPenalty) {
  const std::vector<double> omega = {1, 0, 2, 0.5, 1, 1, 3, 0.1};
  for (const Penalty& penalty :
       {Penalty{.l1 = 1, .l2 = 0}, Penalty{.l1 = 0.5, .l2 = 0.5, .l1_weights = omega}, Penalty{.l1 = 0, .l2 = 0}}) {
    SCOPED_TRACE(testing::Message() << penalty.l1 << ", " << penalty.l2);
    Problem given = problem(Storage::dense_double);
    given.penalty = penalty;
    expect_same_optimum(given);
  }
}

TEST_P(InteriorPointOf, AgreesUnderConstraints) {
  ConstraintSet set(8);
  set.bound(0, 0, internal::infinity);
  set.bound(1, -0.1, 0.1);
  set.bound(2, 0.25, 0.25);
  set.add_row(std::vector<std::int32_t>{3, 4, 5}, std::vector<double>{1, 1, 1}, 0.5, 0.5);
  set.add_row(std::vector<std::int32_t>{6, 7}, std::vector<double>{1, -1}, -internal::infinity, 0);
  for (const Penalty& penalty : {Penalty{}, Penalty{.l1 = 1, .l2 = 0}, Penalty{.l1 = 0, .l2 = 0}}) {
    SCOPED_TRACE(testing::Message() << penalty.l1 << ", " << penalty.l2);
    Problem given = problem(Storage::csr_double);
    given.penalty = penalty;
    given.bounds = set.bounds();
    given.constraints = set.constraints();
    const Solution expected = solve(given, options_of(Solver::alm_newton, 1e-7));
    const Solution solution = solve(given, options_of(Solver::interior_point, 1e-7));
    ASSERT_EQ(expected.status, Status::converged) << expected.reason;
    EXPECT_EQ(solution.status, Status::converged) << solution.reason << solution.certificate.relative_gap;
    EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 1e-6 * std::abs(expected.certificate.primal));
    EXPECT_LE(solution.certificate.max_violation, 1e-7);
    EXPECT_GE(solution.coef[0], 0);
  }
}

TEST_P(InteriorPointOf, RowsOfWeightZeroAreAbsent) {
  Problem given = problem(Storage::dense_double);
  given.weights = random_.weights();
  std::vector<double> altered_y(given.y.begin(), given.y.end());
  for (std::size_t i = 0; i < altered_y.size(); ++i)
    if (given.weights[i] == 0) altered_y[i] = -altered_y[i];
  const Solution solution = solve(given, options_of(Solver::interior_point, tight));
  expect_certified(given, solution, tight);
  given.y = altered_y;
  EXPECT_EQ(solve(given, options_of(Solver::interior_point, tight)).coef, solution.coef);
}

INSTANTIATE_TEST_SUITE_P(Losses, InteriorPointOf, support::with_every_intercept(support::losses_in_pieces()),
                         support::loss_and_intercept);

/// Classes that a plane all but separates, in columns of unlike units.
struct NearlySeparable {
  NearlySeparable(std::int64_t rows, std::int32_t cols, std::uint64_t seed) {
    internal::Random random(seed);
    for (std::int64_t i = 0; i < rows; ++i) {
      double score = 0.5 * random.normal();
      for (std::int32_t j = 0; j < cols; ++j) {
        const double value = random.normal();
        x.push_back(value * std::pow(10.0, j % 7 - 3));
        score += j < cols / 4 ? value : 0;
      }
      y.push_back(score > 0 ? 1 : -1);
    }
    problem.x = DenseView<double>{x.data(), rows, cols, cols};
    problem.y = y;
  }
  std::vector<double> x;
  std::vector<double> y;
  Problem problem;
};

TEST(InteriorPoint, TakesSomeDozenStepsWhereOthersTakeThousands) {
  for (const LossName name : {LossName::squared_hinge, LossName::smoothed_hinge, LossName::hinge})
    for (const std::int64_t rows : {60, 250}) {
      SCOPED_TRACE(testing::Message() << to_string(name) << ", " << rows);
      NearlySeparable data(rows, 120, 4);
      data.problem.loss = {.name = name};
      data.problem.C = 1e4;
      data.problem.penalty = {.l1 = 1, .l2 = 0};
      const Solution solution = solve(data.problem, options_of(Solver::interior_point, 1e-6));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
      EXPECT_LE(solution.passes, 60);
    }
}

TEST(InteriorPoint, TakesOverFromPassesOverColumns) {
  NearlySeparable data(250, 120, 4);
  data.problem.loss = {.name = LossName::squared_hinge};
  data.problem.C = 1e4;
  data.problem.penalty = {.l1 = 1, .l2 = 0};
  const Solution solution = solve(data.problem, options_of(Solver::automatic, 1e-6));
  EXPECT_EQ(solution.status, Status::converged) << solution.reason;
  EXPECT_EQ(solution.solver, "interior_point") << solution.reason;
}

/// By rows, of which there are fewer.
TEST(InteriorPoint, MoreColumnsThanRows) {
  for (const LossName name : {LossName::hinge, LossName::quantile, LossName::squared_epsilon_insensitive})
    for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none})
      for (const Penalty& penalty : {Penalty{}, Penalty{.l1 = 0.1, .l2 = 0}, Penalty{.l1 = 0.1, .l2 = 0.1}}) {
        SCOPED_TRACE(testing::Message() << to_string(name) << ", " << penalty.l1 << ", " << penalty.l2);
        const RandomProblem random(30, 80, {.name = name, .tau = 0.3}, 5);
        Problem given = random.problem(Storage::csr_float);
        given.intercept = intercept;
        given.bias = 2;
        given.penalty = penalty;
        given.weights = random.weights();
        expect_same_optimum(given);
      }
}

/// Next to 0 is not 0: what the penalty holds there is there.
TEST(InteriorPoint, CoefficientsThatNothingPullsAreZero) {
  const RandomProblem random(200, 30, {.name = LossName::absolute}, 6);
  Problem given = random.problem(Storage::dense_double);
  given.penalty = {.l1 = 30, .l2 = 0};
  const Solution solution = solve(given, options_of(Solver::interior_point, tight));
  const Solution expected = solve(given, options_of(Solver::alm_newton, tight));
  ASSERT_EQ(solution.status, Status::converged);
  const auto zeros = std::ranges::count(expected.coef, 0.0);
  EXPECT_GT(zeros, 3);
  EXPECT_LT(zeros, 30);
  EXPECT_EQ(std::ranges::count(solution.coef, 0.0), zeros);
}

TEST(InteriorPoint, ProvesAnOptimumOfZero) {
  NearlySeparable data(60, 120, 4);
  data.problem.loss = {.name = LossName::squared_hinge};
  data.problem.penalty = {.l1 = 0, .l2 = 0};
  const Solution solution = solve(data.problem, options_of(Solver::interior_point, 1e-6));
  EXPECT_EQ(solution.status, Status::converged) << solution.reason;
  EXPECT_LE(solution.certificate.primal, 1e-12 * 60);
}

TEST(InteriorPoint, ASmallPartOfALargeCostKeepsItsDigits) {
  support::expect_large_row_certified(1e7, options_of(Solver::interior_point, 1e-4));
}

TEST(InteriorPoint, TakesLossesOfTheUsersOwn) {
  const std::vector<PlqFunction> steps = {plq_from_terms({.relu = {{-1, 1}, {-2, 0}}, .rehu = {{1, -2, 1}}})};
  const RandomProblem random(150, 6, {.name = LossName::hinge}, 8);
  Problem given = random.problem(Storage::dense_double);
  given.loss = plq_loss(PlqArgument::margin, steps);
  const Solution solution = solve(given, options_of(Solver::interior_point, tight));
  const Solution expected = solve(given, options_of(Solver::dual_cd, tight));
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 3 * tight * expected.certificate.primal);
}

TEST(InteriorPoint, SaysWhatItDoesNotTake) {
  const RandomProblem random(20, 3, {.name = LossName::logistic}, 8);
  const Problem given = random.problem(Storage::dense_double);
  EXPECT_THROW(solve(given, options_of(Solver::interior_point, 1e-4)), InvalidParameter);
}

TEST(InteriorPoint, StopsWhenTold) {
  NearlySeparable data(250, 120, 4);
  data.problem.loss = {.name = LossName::hinge};
  SolverOptions options = options_of(Solver::interior_point, 1e-8);
  options.max_passes = 3;
  const Solution few = solve(data.problem, options);
  EXPECT_EQ(few.status, Status::max_passes);
  support::expect_honest(data.problem, few, options.tolerance);

  options.max_passes = 1000;
  int calls = 0;
  options.callback = [&calls](const Progress& now) {
    EXPECT_EQ(now.passes, calls);
    return ++calls < 5;
  };
  EXPECT_EQ(solve(data.problem, options).status, Status::interrupted);
  EXPECT_EQ(calls, 5);

  options.callback = {};
  const std::atomic<bool> interrupt = true;
  options.interrupt = &interrupt;
  EXPECT_EQ(solve(data.problem, options).status, Status::interrupted);
  options.interrupt = nullptr;
  options.max_seconds = 1e-9;
  EXPECT_EQ(solve(data.problem, options).status, Status::max_seconds);
}

TEST(InteriorPoint, WithoutAToleranceEndsWhereNothingMoves) {
  const RandomProblem random(100, 5, {.name = LossName::hinge}, 8);
  const Problem given = random.problem(Storage::dense_double);
  SolverOptions options = options_of(Solver::interior_point, 0);
  const Solution solution = solve(given, options);
  EXPECT_EQ(solution.status, Status::numerical);
  EXPECT_LE(solution.certificate.relative_gap, 1e-10);
}

}  // namespace
}  // namespace hingeline
