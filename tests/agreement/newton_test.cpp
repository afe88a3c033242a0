// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method held against slow formulas and against dual coordinate descent.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "hingeline/error.hpp"
#include "hingeline/plq.hpp"
#include "hingeline/solve.hpp"
#include "solvers/newton/newton.hpp"
#include "support/expect_certified.hpp"
#include "support/expect_constant_targets.hpp"
#include "support/loss_and_intercept.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"
#include "support/stopped_solve.hpp"

namespace hingeline {
namespace {

using internal::DenseRows;
using internal::HessianMemo;
using internal::newton;
using support::expect_certified;
using support::options_of;
using support::RandomProblem;
using support::Storage;

std::vector<Loss> differentiable_losses() {
  std::vector<Loss> losses = support::every_loss();
  std::erase_if(losses, [](const Loss& loss) { return !is_differentiable(loss); });
  losses.push_back(plq_form(Loss{LossName::huber}));
  return losses;
}

/// Few columns, whose Hessian is factored.
class NewtonOf : public support::LossAndIntercept {
 protected:
  NewtonOf() : LossAndIntercept(200, 10, 11) {}
};

TEST_P(NewtonOf, FindsWhatDualCoordinateDescentFinds) {
  constexpr double tolerance = 1e-9;
  const Solution expected = solve(problem(Storage::csr_double), options_of(Solver::dual_cd, tolerance));
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    SCOPED_TRACE(to_string(storage));
    const Problem given = problem(storage);
    const Solution solution = solve(given, options_of(Solver::newton, tolerance));
    expect_certified(given, solution, tolerance);
    EXPECT_EQ(solution.solver, "newton");
    EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 1e-8 * expected.certificate.primal);
  }
}

TEST_P(NewtonOf, MoreColumnsThanRowsByConjugateGradients) {
  const RandomProblem wide(60, 500, loss(), 3);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    const Problem given = problem_of(wide, storage);
    const Solution solution = solve(given, options_of(Solver::newton, 1e-10));
    expect_certified(given, solution, 1e-10);
  }
}

TEST_P(NewtonOf, RowsEnoughForRoughHessians) {
  const RandomProblem many(400, 10, loss(), 11);
  const Solution expected = solve(problem_of(many, Storage::csr_double), options_of(Solver::dual_cd, 1e-9));
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    const Problem given = problem_of(many, storage);
    const Solution solution = solve(given, options_of(Solver::newton, 1e-9));
    expect_certified(given, solution, 1e-9);
    EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 1e-8 * expected.certificate.primal);
  }
}

TEST_P(NewtonOf, ReachesTheLastDigitsInFewSteps) {
  Problem given = problem(Storage::dense_double);
  for (const double C : {1e-3, 1.0, 1e3}) {
    SCOPED_TRACE(C);
    given.C = C;
    const Solution solution = solve(given, options_of(Solver::newton, 1e-14));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(solution.iterations, 40);
  }
}

TEST_P(NewtonOf, ScaleOfColumnsDoesNotMatter) {
  Problem given = problem(Storage::dense_double);
  const auto& view = std::get<DenseView<double>>(given.x);
  std::vector<double> values(view.values, view.values + view.rows * view.cols);
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = std::pow(10.0, static_cast<double>(k % 10) - 4) * values[k] + (k % 10 == 7 ? 3000 : 0);
  given.x = DenseView<double>{values.data(), view.rows, view.cols, view.cols};
  for (const double C : {1e-4, 1.0, 1e4}) {
    SCOPED_TRACE(C);
    given.C = C;
    const Solution solution = solve(given, options_of(Solver::newton, 1e-6));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    const auto primal = static_cast<double>(support::slow_primal(given, solution.coef, solution.intercept));
    const auto dual = static_cast<double>(support::slow_dual(given, solution.dual_coef));
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * primal);
    EXPECT_LE(primal - dual, 2e-6 * primal);
  }
}

TEST_P(NewtonOf, RowsOfWeightZeroAreAbsent) {
  Problem given = problem(Storage::csr_double);
  given.weights = random_.weights();
  const Solution solution = solve(given, options_of(Solver::newton, 1e-9));
  expect_certified(given, solution, 1e-9);
  std::vector<double> altered(given.y.begin(), given.y.end());
  for (std::size_t i = 0; i < altered.size(); ++i)
    if (given.weights[i] == 0) altered[i] = -altered[i];
  given.y = altered;
  EXPECT_EQ(solve(given, options_of(Solver::newton, 1e-9)).coef, solution.coef);
}

TEST_P(NewtonOf, WarmStartsAreShort) {
  Problem given = problem(Storage::csr_float);
  const SolverOptions options = options_of(Solver::newton, 1e-8);
  const Solution cold = solve(given, options);
  const Solution same = solve(given, options, {{}, cold.coef, cold.intercept});
  EXPECT_EQ(same.status, Status::converged);
  EXPECT_LE(same.iterations, 1);
  given.C *= 1.1;
  const Solution moved = solve(given, options, {{}, cold.coef, cold.intercept});
  expect_certified(given, moved, options.tolerance);
  EXPECT_LE(moved.iterations, cold.iterations);
  expect_certified(given, solve(given, options, {cold.dual_coef, {}, cold.intercept}), options.tolerance);
}

/// Steps by a Hessian that was kept cost two passes, one of its own three; and lead to the same minimum.
TEST_P(NewtonOf, ASolveGoesOnByTheHessianOfTheOneBefore) {
  Problem given = problem(Storage::dense_double);
  const DenseRows<double> x(std::get<DenseView<double>>(given.x));
  const SolverOptions options = options_of(Solver::newton, 1e-6);
  HessianMemo memo;
  const Solution first = newton(x, given, options, {}, &memo);
  ASSERT_EQ(memo.hessian.size(), x.cols() + (given.intercept == Intercept::none ? 0 : 1));
  EXPECT_GT(memo.curvature, 0);
  given.C *= 1.02;
  const Solution alone = newton(x, given, options, {{}, first.coef, first.intercept});
  const Solution after = newton(x, given, options, {{}, first.coef, first.intercept}, &memo);
  expect_certified(given, after, options.tolerance);
  EXPECT_LE(after.passes, alone.passes);
  EXPECT_NEAR(after.certificate.primal, alone.certificate.primal, options.tolerance * alone.certificate.primal);
  memo.fall = 1e-9;  // which promises too much
  given.C *= 100;
  expect_certified(given, newton(x, given, options, {{}, first.coef, first.intercept}, &memo), options.tolerance);
}

INSTANTIATE_TEST_SUITE_P(Losses, NewtonOf, support::with_every_intercept(differentiable_losses()),
                         support::loss_and_intercept);

/// Begun near the minimum, steps are solved as accurately as on the way there: less accurate ones took more passes.
TEST(Newton, GoesOnFromWhereItStoppedByNoMorePasses) {
  std::int64_t whole = 0;
  std::int64_t rest = 0;
  for (const std::uint64_t seed : {1, 2, 3}) {
    const RandomProblem random(900, 600, {.name = LossName::squared_hinge}, seed, 0.03);
    Problem problem = random.problem(Storage::csr_double);
    problem.C = 1000;
    SolverOptions options = options_of(Solver::newton, 1e-4);
    whole += solve(problem, options).passes;
    options.max_passes = 60;
    const Solution part = solve(problem, options);
    EXPECT_EQ(part.status, Status::max_passes);
    rest += solve(problem, options_of(Solver::newton, 1e-4), {{}, part.coef, part.intercept}).passes;
  }
  EXPECT_LT(rest, whole);
}

TEST(Newton, RefusesLossesWithCorners) {
  for (const Loss& loss : support::every_loss()) {
    if (is_differentiable(loss)) continue;
    const RandomProblem random(20, 3, loss, 1);
    EXPECT_THROW(solve(random.problem(Storage::csr_float), options_of(Solver::newton, 1e-4)), InvalidParameter);
  }
}

TEST(Newton, NoColumns) {
  const std::vector<double> y = {1, -1, 1};
  Problem problem;
  problem.x = DenseView<double>{nullptr, 3, 0, 0};
  problem.y = y;
  problem.loss = {LossName::logistic};
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    problem.intercept = intercept;
    expect_certified(problem, solve(problem, options_of(Solver::newton, 1e-9)), 1e-9);
  }
}

/// With no row on the curved piece nothing says what balancing the dual point costs.
TEST(Newton, GoesOnWhereNoRowIsCurved) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const RandomProblem random(200, 3, {.name = LossName::smoothed_hinge, .gamma = 1e-3}, seed);
    Problem problem = random.problem(Storage::dense_double);
    problem.intercept = Intercept::free;
    expect_certified(problem, solve(problem, options_of(Solver::newton, 1e-6)), 1e-6);
  }
}

TEST(Newton, ConstantTargets) { support::expect_constant_targets_solved(3000, options_of(Solver::newton, 1e-4)); }

class NewtonStops : public support::StoppedSolve {
 protected:
  NewtonStops()
      : StoppedSolve(options_of(Solver::newton, 1e-13), LossName::squared_hinge, 300, 600, Storage::csr_double) {
    problem_.C = 1e4;
  }
};

TEST_F(NewtonStops, AfterMaxPasses) {
  options_.max_passes = 5;
  const Solution solution = expect_stopped(Status::max_passes);
  EXPECT_GE(solution.passes, 5);
  EXPECT_LE(solution.passes, 8);
}

TEST_F(NewtonStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-9;
  expect_stopped(Status::max_seconds);
}

TEST_F(NewtonStops, WhenTheCallbackSaysSo) {
  int calls = 0;
  options_.callback = [&](const Progress&) { return ++calls < 4; };
  const Solution solution = expect_stopped(Status::interrupted);
  EXPECT_EQ(solution.iterations, 3);
}

TEST_F(NewtonStops, WhenInterrupted) { expect_interrupted(); }

}  // namespace
}  // namespace hingeline
