// SPDX-License-Identifier: BSD-3-Clause
//
// The augmented Lagrangian held against slow formulas and against dual coordinate descent, for columns of any scale and
// any C, and where it stops.
#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"
#include "support/expect_large_row.hpp"
#include "support/loss_and_intercept.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"
#include "support/stopped_solve.hpp"

namespace hingeline {
namespace {

using support::expect_certified;
using support::RandomProblem;
using support::Storage;

SolverOptions alm_newton(double tolerance) { return support::options_of(Solver::alm_newton, tolerance); }

class AlmNewtonOf : public support::LossAndIntercept {
 protected:
  AlmNewtonOf() : LossAndIntercept(200, 10, 11) {}
};

TEST_P(AlmNewtonOf, FindsWhatDualCoordinateDescentFinds) {
  constexpr double tolerance = 1e-8;
  SolverOptions dual_cd;
  dual_cd.solver = Solver::dual_cd;
  dual_cd.tolerance = tolerance;
  const Solution expected = solve(problem(Storage::csr_double), dual_cd);
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    SCOPED_TRACE(to_string(storage));
    const Problem given = problem(storage);
    const Solution solution = solve(given, alm_newton(tolerance));
    expect_certified(given, solution, tolerance);
    EXPECT_EQ(solution.solver, "alm_newton");
    EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 2e-8 * expected.certificate.primal);
  }
}

TEST_P(AlmNewtonOf, TakesAnyNumberOfColumnsBesideARidge) {
  const RandomProblem random(60, 80, loss(), 12);
  for (const std::int32_t columns : {501, 5000}) {
    Problem given = random.problem(Storage::csr_float);
    std::get<CsrView<float>>(given.x).cols = columns;
    given.intercept = std::get<1>(GetParam());
    given.bias = 2;
    expect_certified(given, solve(given, alm_newton(1e-8)), 1e-8);
  }
}

TEST_P(AlmNewtonOf, RowsOfWeightZeroAreAbsent) {
  Problem given = problem(Storage::dense_double);
  given.weights = random_.weights();
  std::vector<double> altered_y(given.y.begin(), given.y.end());
  for (std::size_t i = 0; i < altered_y.size(); ++i)
    if (given.weights[i] == 0) altered_y[i] = -altered_y[i];
  const Solution solution = solve(given, alm_newton(1e-9));
  expect_certified(given, solution, 1e-9);
  given.y = altered_y;
  EXPECT_EQ(solve(given, alm_newton(1e-9)).coef, solution.coef);
}

TEST_P(AlmNewtonOf, ScaleOfColumnsAndCostDoNotMatter) {
  Problem given = problem(Storage::dense_double);
  const auto& view = std::get<DenseView<double>>(given.x);
  std::vector<double> values(view.values, view.values + view.rows * view.cols);
  for (std::size_t k = 0; k < values.size(); ++k)
    values[k] = std::pow(10.0, static_cast<double>(k % 10) - 4) * values[k] + (k % 10 == 7 ? 3000 : 0);
  given.x = DenseView<double>{values.data(), view.rows, view.cols, view.cols};
  for (const double C : {1e-6, 1e-3, 1.0, 1e3, 1e6}) {
    SCOPED_TRACE(C);
    given.C = C;
    const Solution solution = solve(given, alm_newton(1e-6));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(solution.passes, 200);
    const auto primal = static_cast<double>(support::slow_primal(given, solution.coef, solution.intercept));
    const auto dual = static_cast<double>(support::slow_dual(given, solution.dual_coef));
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * primal);
    EXPECT_LE(primal - dual, 2e-6 * primal);
  }
}

TEST_P(AlmNewtonOf, WarmStartsAreShort) {
  Problem given = problem(Storage::csr_float);
  const SolverOptions options = alm_newton(1e-6);
  const Solution cold = solve(given, options);
  const Solution same = solve(given, options, {cold.dual_coef, cold.coef, cold.intercept});
  EXPECT_EQ(same.status, Status::converged);
  EXPECT_LE(same.passes, 3);
  given.C *= 1.1;
  const Solution moved = solve(given, options, {cold.dual_coef, {}, cold.intercept});
  expect_certified(given, moved, options.tolerance);
  const Solution from_coef = solve(given, options, {{}, cold.coef, cold.intercept});
  expect_certified(given, from_coef, options.tolerance);
}

INSTANTIATE_TEST_SUITE_P(Losses, AlmNewtonOf, support::with_every_intercept(support::every_loss()),
                         support::loss_and_intercept);

TEST(AlmNewton, MoreColumnsThanRows) {
  const RandomProblem random(20, 60, Loss{LossName::hinge}, 5);
  for (const Intercept intercept : {Intercept::free, Intercept::none}) {
    Problem problem = random.problem(Storage::csr_float);
    problem.intercept = intercept;
    for (const double C : {1e-4, 1.0, 1e4}) {
      problem.C = C;
      expect_certified(problem, solve(problem, alm_newton(1e-7)), 1e-7);
    }
  }
}

/// Rows next to kinks after some passes of coordinate descent are few of those that will be there.
TEST(AlmNewton, FarStartsOnManyRowsTakeNoMorePassesThanColdOnes) {
  const RandomProblem random(100000, 30, Loss{LossName::hinge}, 1, 0.2);
  Problem given = random.problem(Storage::csr_float);
  given.C = 10;
  SolverOptions few = support::options_of(Solver::dual_cd, 1e-3);
  few.max_passes = 10;
  const Solution far = solve(given, few);
  const Solution warm = solve(given, alm_newton(1e-3), {far.dual_coef, {}, far.intercept});
  const Solution cold = solve(given, alm_newton(1e-3));
  expect_certified(given, warm, 1e-3);
  EXPECT_LE(warm.passes, cold.passes);
}

/// The w of s is X's over the ridge's weight.
TEST(AlmNewton, StartsFromDualVariablesAloneAreShortForAnyRidge) {
  const RandomProblem random(2000, 10, Loss{LossName::hinge}, 5, 0.5);
  Problem given = random.problem(Storage::dense_double);
  for (const double l2 : {0.01, 100.0}) {
    given.penalty.l2 = l2;
    const Solution cold = solve(given, alm_newton(1e-9));
    const Solution warm = solve(given, alm_newton(1e-6), {cold.dual_coef, {}, cold.intercept});
    EXPECT_EQ(warm.status, Status::converged);
    EXPECT_LE(warm.passes, 3) << l2 << ", cold: " << cold.passes;
  }
}

TEST(AlmNewton, AStartWorseThanAConstantIsIgnored) {
  const RandomProblem random(400, 20, Loss{LossName::logistic}, 5);
  Problem given = random.problem(Storage::dense_double);
  const std::vector<double> far(20, 1e40);
  for (const Penalty& penalty : {Penalty{}, Penalty{.l1 = 1, .l2 = 0}, Penalty{.l1 = 0, .l2 = 0}}) {
    given.penalty = penalty;
    const Solution cold = solve(given, alm_newton(1e-6));
    EXPECT_EQ(solve(given, alm_newton(1e-6), {{}, far, 1e40}).passes, cold.passes);
  }
}

/// P as a whole times a power of two.
TEST(AlmNewton, TheUnitOfTheObjectiveDoesNotMatter) {
  const RandomProblem random(300, 20, Loss{LossName::hinge}, 5);
  for (const double C : {0.01, 1.0, 100.0}) {
    Problem given = random.problem(Storage::dense_double);
    given.C = C;
    const Solution solution = solve(given, alm_newton(1e-6));
    given.C = std::ldexp(C, -27);
    given.penalty.l2 = std::ldexp(1.0, -27);
    EXPECT_EQ(solve(given, alm_newton(1e-6)).passes, solution.passes) << C;
  }
}

/// s+ is all rounding where t is small beside |x|^2.
TEST(AlmNewton, OneRowOfHugeColumnsBesideALargeCost) { support::expect_large_row_certified(1e8, alm_newton(1e-4)); }

TEST(AlmNewton, ConstantAndRepeatedColumns) {
  internal::Random random(3);
  std::vector<double> values;
  std::vector<double> y;
  for (int i = 0; i < 100; ++i) {
    const double value = random.normal();
    values.insert(values.end(), {288.15, value, value, 0.0, 1e-3});
    y.push_back(2 * value + random.normal());
  }
  Problem problem;
  problem.x = DenseView<double>{values.data(), 100, 5, 5};
  problem.y = y;
  problem.loss = {LossName::quantile, 0};
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    problem.intercept = intercept;
    for (const double C : {1e-4, 1.0, 1e4}) {
      problem.C = C;
      expect_certified(problem, solve(problem, alm_newton(1e-7)), 1e-7);
    }
  }
}

TEST(AlmNewton, RefusesMoreFeaturesThanItsHessianAllows) {
  const std::vector<std::int64_t> offsets = {0, 0};
  Problem problem;
  problem.x = CsrView<float>{offsets.data(), nullptr, nullptr, 1, 30000};
  const std::vector<double> y = {1};
  problem.y = y;
  EXPECT_EQ(solve(problem, alm_newton(1e-4)).status, Status::converged) << "beside a ridge it needs none";
  problem.penalty = {.l1 = 1, .l2 = 0};
  EXPECT_THROW(solve(problem, alm_newton(1e-4)), InvalidParameter);
}

class AlmNewtonStops : public support::StoppedSolve {
 protected:
  AlmNewtonStops() : StoppedSolve(alm_newton(1e-13), LossName::hinge, 300, 20, Storage::csr_double) {
    problem_.C = 1e4;
  }
};

TEST_F(AlmNewtonStops, AfterMaxPasses) {
  options_.max_passes = 3;
  const Solution solution = expect_stopped(Status::max_passes);
  EXPECT_EQ(solution.passes, 3);
}

TEST_F(AlmNewtonStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-9;
  expect_stopped(Status::max_seconds);
}

TEST_F(AlmNewtonStops, WhenTheCallbackSaysSo) {
  std::int64_t calls = 0;
  options_.callback = [&](const Progress& progress) {
    EXPECT_EQ(progress.passes, calls++);
    return calls < 4;
  };
  expect_stopped(Status::interrupted);
}

TEST_F(AlmNewtonStops, WhenInterrupted) { expect_interrupted(); }

/// Penalties are tried from the mean cost on, whether C or weights make it.
TEST(AlmNewton, WeightsOfAllRowsCountAsC) {
  const RandomProblem random(300, 10, Loss{LossName::hinge}, 3);
  Problem problem = random.problem(Storage::dense_double);
  problem.C = 65536;
  const Solution by_cost = solve(problem, alm_newton(1e-6));
  const std::vector<double> weights(300, 65536.0);
  problem.C = 1;
  problem.weights = weights;
  const Solution by_weights = solve(problem, alm_newton(1e-6));
  EXPECT_EQ(by_weights.passes, by_cost.passes);
  EXPECT_EQ(by_weights.coef, by_cost.coef);
}

/// Rows of weight 0 are as if they were not there, to the bit.
TEST(AlmNewton, LeavesRowsOut) {
  const RandomProblem random(200, 10, Loss{LossName::hinge}, 11);
  for (const Storage storage : {Storage::dense_float, Storage::csr_double}) {
    Problem whole = random.problem(storage);
    std::vector<double> weights(200, 1.0);
    for (std::size_t i = 0; i < weights.size(); i += 4) weights[i] = 0;
    whole.weights = weights;
    Problem part = whole;
    std::vector<std::int64_t> chosen;
    std::vector<double> y;
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (weights[i] > 0) {
        chosen.push_back(static_cast<std::int64_t>(i));
        y.push_back(whole.y[i]);
      }
    const Dataset rows = internal::select_rows(whole.x, chosen);
    part.x = rows.x;
    part.y = y;
    part.weights = {};
    const Solution of_whole = solve(whole, alm_newton(1e-8));
    const Solution of_part = solve(part, alm_newton(1e-8));
    expect_certified(whole, of_whole, 1e-8);
    EXPECT_EQ(of_whole.coef, of_part.coef);
    EXPECT_EQ(of_whole.dual_coef, internal::spread(of_part.dual_coef, chosen, weights.size()));
    const Solution again = solve(whole, alm_newton(1e-8), {of_whole.dual_coef, {}, of_whole.intercept});
    EXPECT_LE(again.passes, of_whole.passes);
  }
}

}  // namespace
}  // namespace hingeline
