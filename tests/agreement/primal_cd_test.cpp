// SPDX-License-Identifier: BSD-3-Clause
//
// Primal coordinate descent, in every order and with every inner solver, held against Newton's method.
#include "solvers/primal_cd/primal_cd.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"
#include "support/stopped_solve.hpp"

namespace hingeline {
namespace {

using support::expect_certified;
using support::RandomProblem;
using support::Storage;

SolverOptions primal_cd(double tolerance) { return support::options_of(Solver::primal_cd, tolerance); }

class PrimalCdOf : public ::testing::TestWithParam<std::tuple<LossName, CoordinateOrder, InnerSolver>> {
 protected:
  PrimalCdOf() : random_(200, 10, Loss{std::get<0>(GetParam())}, 11) {
    options_.coordinate_order = std::get<1>(GetParam());
    options_.inner = std::get<2>(GetParam());
  }
  RandomProblem random_;
  SolverOptions options_ = primal_cd(1e-9);
};

TEST_P(PrimalCdOf, FindsWhatNewtonFinds) {
  for (const Intercept intercept : {Intercept::free, Intercept::penalized, Intercept::none}) {
    SCOPED_TRACE(support::name(intercept));
    Problem problem = random_.problem(Storage::csr_float);
    problem.intercept = intercept;
    problem.bias = 2;
    problem.weights = random_.weights();
    SolverOptions newton;
    newton.solver = Solver::newton;
    newton.tolerance = options_.tolerance;
    const double expected = solve(problem, newton).certificate.primal;
    const Solution solution = solve(problem, options_);
    EXPECT_EQ(solution.solver, "primal_cd");
    expect_certified(problem, solution, options_.tolerance);
    EXPECT_NEAR(solution.certificate.primal, expected, 1e-8 * expected);
  }
}

TEST_P(PrimalCdOf, WarmStartsAreShort) {
  const Problem problem = random_.problem(Storage::dense_double);
  const Solution cold = solve(problem, options_);
  const Solution same = solve(problem, options_, {{}, cold.coef, cold.intercept});
  expect_certified(problem, same, options_.tolerance);
  EXPECT_LE(same.passes, 1);
  expect_certified(problem, solve(problem, options_, {cold.dual_coef, {}, cold.intercept}), options_.tolerance);
}

INSTANTIATE_TEST_SUITE_P(
    Variants, PrimalCdOf,
    ::testing::Combine(::testing::Values(LossName::squared_hinge, LossName::logistic),
                       ::testing::Values(CoordinateOrder::cyclic, CoordinateOrder::permuted, CoordinateOrder::random),
                       ::testing::Values(InnerSolver::line_search, InnerSolver::exact, InnerSolver::upper_bound)),
    [](const auto& tested) {
      return std::string(to_string(std::get<0>(tested.param))) + "_" +
             std::string(coordinate_order_names[static_cast<std::size_t>(std::get<1>(tested.param))]) + "_" +
             std::string(inner_solver_names[static_cast<std::size_t>(std::get<2>(tested.param))]);
    });

TEST(PrimalCd, LayoutsAgree) {
  const RandomProblem random(100, 30, Loss{LossName::squared_hinge}, 6);
  std::vector<std::vector<double>> answers;
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double})
    answers.push_back(solve(random.problem(storage), primal_cd(1e-6)).coef);
  for (const auto& answer : answers) EXPECT_EQ(answer, answers[0]);
}

/// Theorem 1: with a small C most steps need no evaluation of the objective.
TEST(PrimalCd, TheFreeBoundSparesLineSearches) {
  const RandomProblem random(300, 20, Loss{LossName::squared_hinge}, 2);
  Problem problem = random.problem(Storage::csr_double);
  problem.C = 1e-3;
  internal::LazyColumns columns(problem.x);
  internal::PrimalCdCounts counts;
  internal::primal_cd(problem, primal_cd(1e-6), {}, columns, &counts);
  EXPECT_GT(counts.steps, 0);
  EXPECT_LT(counts.evaluations, counts.steps / 10);
  problem.C = 100;
  counts = {};
  internal::primal_cd(problem, primal_cd(1e-6), {}, columns, &counts);
  EXPECT_GT(counts.evaluations, 0);
}

/// Draws that hit none but those do not mean that nothing is left to do.
TEST(PrimalCd, EmptyColumnsDrawnAtRandomDoNotEndIt) {
  const std::vector<double> x = {1, 0, 0, -2, 0, 0, 3, 0, 0};
  const std::vector<double> y = {1, -1, -1};
  Problem problem;
  problem.x = DenseView<double>{x.data(), 3, 3, 3};
  problem.y = y;
  problem.loss.name = LossName::logistic;
  SolverOptions options = primal_cd(1e-9);
  options.coordinate_order = CoordinateOrder::random;
  for (options.seed = 0; options.seed < 50; ++options.seed)
    EXPECT_EQ(solve(problem, options).status, Status::converged) << options.seed;
}

TEST(PrimalCd, AStartWhereNoRowIsCurvedIsIgnored) {
  const RandomProblem random(200, 5, Loss{LossName::logistic}, 3);
  Problem problem = random.problem(Storage::dense_double);
  problem.intercept = Intercept::free;
  const std::vector<double> none(5);
  const Solution solution = solve(problem, primal_cd(1e-6), {{}, none, 2000});
  expect_certified(problem, solution, 1e-6);
}

TEST(PrimalCd, RefusesOtherLosses) {
  const RandomProblem random(20, 3, Loss{LossName::hinge}, 1);
  EXPECT_THROW(solve(random.problem(Storage::csr_float), primal_cd(1e-4)), InvalidParameter);
}

class PrimalCdStops : public support::StoppedSolve {
 protected:
  PrimalCdStops() : StoppedSolve(primal_cd(1e-13), LossName::squared_hinge, 300, 20, Storage::csr_double) {
    problem_.C = 1e4;
  }
};

TEST_F(PrimalCdStops, AfterMaxPasses) {
  options_.max_passes = 3;
  const Solution solution = expect_stopped(Status::max_passes);
  EXPECT_EQ(solution.passes, 3);
}

TEST_F(PrimalCdStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-9;
  expect_stopped(Status::max_seconds);
}

TEST_F(PrimalCdStops, WhenTheCallbackSaysSo) {
  int calls = 0;
  options_.callback = [&](const Progress&) { return ++calls < 4; };
  const Solution solution = expect_stopped(Status::interrupted);
  EXPECT_EQ(solution.passes, 3);
}

TEST_F(PrimalCdStops, WhenInterrupted) { expect_interrupted(); }

}  // namespace
}  // namespace hingeline
