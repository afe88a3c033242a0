// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/fall_back_to_passes.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "hingeline/solve.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

/// Sparse rows, some more than columns.
Problem hardly_more_rows(const RandomProblem& random, double C) {
  Problem problem = random.problem(Storage::csr_double);
  problem.C = C;
  problem.intercept = Intercept::none;
  return problem;
}

/// The answer is that of coordinate descent, after passes between so many times passes_of_slow_newton.
void expect_coordinate_descent(const Solution& chosen, std::int64_t least, std::int64_t most) {
  EXPECT_EQ(chosen.status, Status::converged);
  EXPECT_EQ(chosen.solver, "dual_cd");
  EXPECT_GT(chosen.passes, least * passes_of_slow_newton) << "those of newton are counted";
  EXPECT_LT(chosen.passes, most * passes_of_slow_newton);
}

TEST(FallBackToPasses, TakesTheFewPassesOfCoordinateDescent) {
  const RandomProblem random(900, 600, {.name = LossName::squared_hinge}, 7, 0.02);
  const Problem problem = hardly_more_rows(random, 1e4);
  const Solution by_newton = solve(problem, {.solver = Solver::newton, .tolerance = 1e-4});
  ASSERT_GT(by_newton.passes, 3 * passes_of_slow_newton);
  const Solution chosen = solve(problem, {.tolerance = 1e-4});
  expect_coordinate_descent(chosen, 1, 2);
  EXPECT_NEAR(chosen.certificate.primal, by_newton.certificate.primal, 2e-4 * chosen.certificate.primal);
}

/// A hundred passes do not promise to end, some hundreds do.
TEST(FallBackToPasses, TriesMoreWhereNewtonGoesOnForLong) {
  const RandomProblem random(2000, 600, {.name = LossName::squared_hinge}, 7, 0.02);
  const Problem problem = hardly_more_rows(random, 1e4);
  const Solution by_newton = solve(problem, {.solver = Solver::newton, .tolerance = 1e-4});
  ASSERT_GT(by_newton.passes, 20 * passes_of_slow_newton);
  const Solution chosen = solve(problem, {.tolerance = 1e-4});
  expect_coordinate_descent(chosen, 4, 10);
  SolverOptions few{.tolerance = 1e-4};
  few.max_passes = 300;
  std::int64_t last = 0;
  few.callback = [&last](const Progress& now) {
    EXPECT_GE(now.passes, last);
    last = now.passes;
    return true;
  };
  const Solution stopped = solve(problem, few);
  EXPECT_EQ(stopped.status, Status::max_passes);
  EXPECT_LE(stopped.passes, 310);
}

/// Where passes do not promise to end, from where Newton's method was.
TEST(FallBackToPasses, GoesOnByNewtonElse) {
  const RandomProblem random(6000, 520, {.name = LossName::squared_hinge}, 7, 0.04);
  const Problem problem = hardly_more_rows(random, 1e3);
  LazyColumns columns(problem.x);
  GeometryMemo geometry;
  const SharedRows shared{columns, geometry};
  SolverOptions options;
  options.tolerance = 1e-6;
  SolverOptions few = options;
  few.solver = Solver::newton;
  few.max_passes = 10;
  const auto fall_back = [&] {
    return fall_back_to_passes({solve(problem, few), {Solver::newton, "chosen"}}, problem, options, shared);
  };
  const Solution whole = solve(problem, {.solver = Solver::newton, .tolerance = 1e-6});
  const auto [solution, by] = fall_back();
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_EQ(by.solver, Solver::newton);
  EXPECT_GT(solution.passes, 10);
  EXPECT_LT(solution.passes, 2 * whole.passes + 50);
  options.max_passes = 12;
  const Solution stopped = fall_back().solution;
  EXPECT_EQ(stopped.status, Status::max_passes);
  EXPECT_LE(stopped.passes, 14);
}

TEST(FallBackToPasses, IsOfChoicesAlone) {
  const RandomProblem many(900, 600, {.name = LossName::squared_hinge}, 7, 0.02);
  const RandomProblem few(900, 60, {.name = LossName::squared_hinge}, 7, 0.2);
  const Choice newton{Solver::newton, "chosen"};
  EXPECT_TRUE(may_be_slow_newton(newton, hardly_more_rows(many, 1), {}));
  EXPECT_FALSE(may_be_slow_newton(newton, hardly_more_rows(few, 1), {}));
  EXPECT_FALSE(may_be_slow_newton(newton, hardly_more_rows(many, 1), {.solver = Solver::newton}));
  EXPECT_FALSE(may_be_slow_newton({Solver::dual_cd, "chosen"}, hardly_more_rows(many, 1), {}));
}

}  // namespace
}  // namespace hingeline::internal
