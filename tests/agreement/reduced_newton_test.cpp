// SPDX-License-Identifier: BSD-3-Clause
//
// Reduced Newton held against slow formulas, dual coordinate descent and its own hard cases.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/generate.hpp"
#include "hingeline/error.hpp"
#include "hingeline/solve.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using testing::RandomProblem;
using testing::Storage;

SolverOptions reduced_newton(double tolerance) {
  SolverOptions options;
  options.solver = Solver::reduced_newton;
  options.tolerance = tolerance;
  return options;
}

void expect_certified(const Problem& problem, const Solution& solution, double tolerance) {
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " gap " << solution.certificate.relative_gap;
  const auto primal = static_cast<double>(testing::slow_primal(problem, solution.coef, solution.intercept));
  const auto dual = static_cast<double>(testing::slow_dual(problem, solution.dual_coef));
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * primal);
  EXPECT_NEAR(solution.certificate.dual, dual, 1e-9 * primal);
  EXPECT_LE(primal - dual, tolerance * primal + 1e-10 * (1 + primal));
  if (problem.intercept == Intercept::free) {
    double largest = 0;
    for (const double s : solution.dual_coef) largest = std::max(largest, std::abs(s));
    EXPECT_NEAR(std::accumulate(solution.dual_coef.begin(), solution.dual_coef.end(), 0.0), 0, 1e-12 * largest);
  }
}

std::vector<Loss> piecewise_losses() {
  std::vector<Loss> losses;
  for (const Loss& loss : testing::every_loss())
    if (loss.name != LossName::logistic && loss.name != LossName::plq) losses.push_back(loss);
  return losses;
}

class ReducedNewtonOf : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {
 protected:
  Problem problem(const RandomProblem& random, Storage storage) const {
    Problem problem = random.problem(storage);
    problem.intercept = std::get<1>(GetParam());
    problem.bias = 2;
    return problem;
  }
  const Loss& loss() const { return std::get<0>(GetParam()); }
};

TEST_P(ReducedNewtonOf, FewRowsAreCertifiedInEveryLayout) {
  const RandomProblem random(200, 10, loss(), 11);
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    SCOPED_TRACE(to_string(storage));
    Problem given = problem(random, storage);
    expect_certified(given, solve(given, reduced_newton(1e-8)), 1e-8);
    given.weights = random.weights();
    expect_certified(given, solve(given, reduced_newton(1e-8)), 1e-8);
  }
}

TEST_P(ReducedNewtonOf, ManyRowsAgreeWithCoordinateDescent) {
  const RandomProblem random(60000, 5, loss(), 12);
  Problem given = problem(random, Storage::dense_float);
  given.C = 0.01;
  given.weights = random.weights();
  const Solution solution = solve(given, reduced_newton(1e-7));
  ASSERT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_LE(solution.passes, 8);
  SolverOptions options;
  options.solver = Solver::dual_cd;
  options.tolerance = 1e-4;
  const Solution descent = solve(given, options);
  EXPECT_LE(solution.certificate.primal, descent.certificate.primal * (1 + 1e-7));
  EXPECT_GE(solution.certificate.primal, descent.certificate.dual * (1 - 1e-7));
}

INSTANTIATE_TEST_SUITE_P(Losses, ReducedNewtonOf,
                         ::testing::Combine(::testing::ValuesIn(piecewise_losses()),
                                            ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none)),
                         [](const auto& tested) {
                           return std::string(to_string(std::get<0>(tested.param).name)) + "_" +
                                  testing::name(std::get<1>(tested.param));
                         });

TEST(ReducedNewton, ThreadsChangeNoBit) {
  const RandomProblem random(60000, 5, Loss{LossName::hinge}, 3);
  Problem given = random.problem(Storage::dense_float);
  given.C = 0.01;
  SolverOptions options = reduced_newton(1e-6);
  const Solution one = solve(given, options);
  options.threads = 3;
  const Solution three = solve(given, options);
  EXPECT_EQ(one.coef, three.coef);
  EXPECT_EQ(one.intercept, three.intercept);
  EXPECT_EQ(one.dual_coef, three.dual_coef);
  EXPECT_EQ(one.certificate.gap, three.certificate.gap);
}

TEST(ReducedNewton, KeepsNoDualWhereNobodyAsks) {
  const RandomProblem random(1000, 5, Loss{LossName::hinge}, 3);
  SolverOptions options = reduced_newton(1e-6);
  const Problem given = random.problem(Storage::dense_float);
  const Solution with = solve(given, options);
  options.keep_dual = false;
  const Solution without = solve(given, options);
  EXPECT_TRUE(without.dual_coef.empty());
  EXPECT_EQ(with.coef, without.coef);
  EXPECT_EQ(with.certificate.gap, without.certificate.gap);
}

TEST(ReducedNewton, RefusesTheLogisticLoss) {
  const RandomProblem random(100, 5, Loss{LossName::logistic}, 3);
  EXPECT_THROW(solve(random.problem(Storage::dense_float), reduced_newton(1e-6)), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
