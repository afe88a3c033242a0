// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's methods on many rows at the ends of what numbers hold: squares that overflow, starts far from anything,
// costs next to nothing, no time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "hingeline/solve.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::options_of;
using support::RandomProblem;
using support::Storage;

/// Without a ridge columns times 1e154 are the same problem, of coefficients divided by that.
TEST(ReducedNewtonLimits, SquaresThatOverflowExcuseNothing) {
  constexpr std::int64_t rows = 300;
  const RandomProblem random(rows, 2, Loss{LossName::hinge}, 3);
  Problem given = random.problem(Storage::dense_double);
  given.penalty = {.l1 = 0, .l2 = 0};
  const double optimum = solve(given).certificate.primal;
  const auto& x = std::get<DenseView<double>>(given.x);
  for (const double scale : {1e154, 1e158, 1e200}) {
    std::vector<double> large(x.values, x.values + rows * x.stride);
    for (double& value : large) value *= scale;
    Problem scaled = given;
    scaled.x = DenseView<double>{large.data(), x.rows, x.cols, x.stride};
    for (const Solver solver :
         {Solver::automatic, Solver::reduced_newton, Solver::alm_newton, Solver::interior_point}) {
      SolverOptions options;
      options.solver = solver;
      options.max_passes = 1000;
      const Solution solution = solve(scaled, options);
      EXPECT_LE(solution.certificate.dual, 1.001 * optimum) << scale << " " << solution.solver;
    }
  }
}

TEST(ReducedNewtonLimits, CoefficientsKeepTheirBoundsWhereThereIsNoTime) {
  for (const LossName name : {LossName::hinge, LossName::logistic, LossName::squared_hinge}) {
    const RandomProblem random(30000, 2, Loss{name}, 3);
    Problem given = random.problem(Storage::dense_float);
    const std::vector<double> lower = {1, 1};
    given.bounds.lower = lower;
    SolverOptions options = options_of(Solver::reduced_newton, 1e-6);
    options.max_seconds = 1e-7;
    const Solution solution = solve(given, options);
    EXPECT_EQ(solution.status, Status::max_seconds);
    EXPECT_TRUE(std::isfinite(solution.certificate.primal)) << to_string(name);
    for (const double w : solution.coef) EXPECT_GE(w, 1);
  }
}

/// An L1 penalty holds all at 0, whatever a smoothed minimum near there says.
TEST(ReducedNewtonLimits, CostsNextToNothingLeaveNothingToDo) {
  const RandomProblem random(26000, 2, {.name = LossName::huber}, 3);
  Problem given = random.problem(Storage::dense_double);
  given.intercept = Intercept::none;
  given.penalty = {.l1 = 1, .l2 = 0};
  given.C = 1e-8;
  const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-6));
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_LE(solution.passes, 20);
}

TEST(ReducedNewtonLimits, GapsThatStayInfiniteEnd) {
  const RandomProblem random(2000, 2, {.name = LossName::expectile, .tau = 0.3}, 3);
  Problem given = random.problem(Storage::dense_double);
  const auto& x = std::get<DenseView<double>>(given.x);
  std::vector<double> large(x.values, x.values + x.rows * x.stride);
  for (double& value : large) value *= 1e80;
  given.x = DenseView<double>{large.data(), x.rows, x.cols, x.stride};
  given.C = 1e112;
  EXPECT_LT(solve(given, options_of(Solver::reduced_newton, 1e-6)).passes, 1000);
}

TEST(ReducedNewtonLimits, StartsThatLeadNowhereAreIgnored) {
  for (const LossName name : {LossName::hinge, LossName::squared_hinge}) {
    const RandomProblem random(40000, 5, Loss{name}, 3);
    Problem given = random.problem(Storage::dense_float);
    given.C = 0.01;
    const Solution cold = solve(given, options_of(Solver::reduced_newton, 1e-6));
    for (const double far : {1e20, 1e100, 1e200}) {
      const std::vector<double> coef(5, far);
      const Solution solution = solve(given, options_of(Solver::reduced_newton, 1e-6), {{}, coef, 0});
      EXPECT_EQ(solution.status, Status::converged) << far;
      EXPECT_LE(solution.passes, cold.passes + 2) << far;
    }
  }
}

}  // namespace
}  // namespace hingeline
