// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/run_opened.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hingeline/solve.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

/// What alm_newton makes of passes that left half of every row's cost and such a gap.
std::vector<double> coef_after_opening(const Problem& problem, const SolverOptions& options, double relative_gap) {
  const Choice choice{Solver::alm_newton, "", 10};
  Solution passes;
  passes.status = Status::max_passes;
  passes.passes = choice.opening_passes;
  passes.work = static_cast<double>(choice.opening_passes);
  passes.coef.assign(static_cast<std::size_t>(cols(problem.x)), 0.0);
  for (const double y : problem.y) passes.dual_coef.push_back(0.5 * problem.C * y);
  passes.certificate.relative_gap = relative_gap;
  const Opening opening(choice, problem, options);
  LazyColumns columns(problem.x);
  GeometryMemo geometry;
  return go_on_after(opening, passes, choice, problem, options, {columns, geometry}).solution.coef;
}

constexpr std::int64_t rows_of_opening = 100;

/// How many passes over the `present` first rows an opening of ten takes whose gap falls by a factor each of them.
int passes_taken(double fall, double tolerance, std::int64_t present = rows_of_opening) {
  const RandomProblem random(rows_of_opening, 3, Loss{LossName::hinge}, 5);
  Problem problem = random.problem(Storage::csr_double);
  std::vector<double> weights(rows_of_opening);
  std::fill_n(weights.begin(), present, 1.0);
  problem.weights = weights;
  SolverOptions options;
  options.tolerance = tolerance;
  const Opening opening({Solver::alm_newton, "", 10}, problem, options);
  Progress now;
  now.relative_gap = 1;
  now.active = present;
  for (int passes = 1; passes < opening.options().max_passes; ++passes) {
    now.passes = passes;
    now.work = passes;
    now.relative_gap *= fall;
    if (!opening.options().callback(now)) return passes;
  }
  return static_cast<int>(opening.options().max_passes);
}

TEST(RunOpened, PassesThatPromiseToConvergeAreContinued) {
  EXPECT_EQ(passes_taken(0.5, 1e-30), 10);
  EXPECT_EQ(passes_taken(0.5, 1e-9), 40);
  EXPECT_EQ(passes_taken(1, 1e-3), 10);
}

TEST(RunOpened, RowsOfWeightZeroAreNotPartOfAPass) {
  constexpr double in_sixty_passes = 1e-18;
  EXPECT_EQ(passes_taken(0.5, in_sixty_passes), 10);
  EXPECT_EQ(passes_taken(0.5, in_sixty_passes, rows_of_opening / 2), 10);
}

/// Nothing would be left for a solver that takes over.
TEST(RunOpened, PassesAtTheLimitAreNotGivenUp) {
  const RandomProblem random(rows_of_opening, 3, Loss{LossName::hinge}, 5);
  const Problem problem = random.problem(Storage::csr_double);
  SolverOptions options;
  options.max_passes = 5;
  const Choice choice{.solver = Solver::alm_newton, .reason = "", .opening_passes = 10, .may_cut_opening = true};
  const Opening opening(choice, problem, options);
  Progress now;
  now.relative_gap = 1;
  now.active = rows_of_opening;
  now.work = 5;
  EXPECT_TRUE(opening.options().callback(now));
  now.work = 4;
  EXPECT_FALSE(opening.options().callback(now));
}

TEST(RunOpened, ADualPointThatProvesHardlyAnythingIsNoCentre) {
  const RandomProblem random(400, 6, Loss{LossName::hinge}, 5);
  Problem problem = random.problem(Storage::csr_double);
  problem.intercept = Intercept::none;
  SolverOptions options;
  options.tolerance = 1e-3;
  options.solver = Solver::alm_newton;
  const std::vector<double> from_nothing = solve(problem, options).coef;
  EXPECT_EQ(coef_after_opening(problem, options, 0.9), from_nothing);
  EXPECT_NE(coef_after_opening(problem, options, 0.5), from_nothing);
}

}  // namespace
}  // namespace hingeline::internal
