// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/solve/unit_ridge.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/owned_rows.hpp"
#include "hingeline/model.hpp"
#include "support/expect_certified.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

constexpr double third = 0.3;
constexpr double unit_gap = 1e-6;

/// A problem of this ridge, and rows of unlike weights.
Problem of_ridge(const RandomProblem& random, double l2, double C, Storage storage = Storage::csr_float) {
  Problem problem = random.problem(storage);
  problem.weights = random.weights();
  problem.penalty.l2 = l2;
  problem.C = C;
  return problem;
}

TEST(UnitRidge, IsOfRidgesAloneWithinTheRangeOfNumbers) {
  const RandomProblem random(20, 3, {.name = LossName::hinge}, 1);
  const std::vector<double> bound(3, 1);
  Problem problem = of_ridge(random, third, 1);
  EXPECT_TRUE(is_scaled_ridge(problem));
  EXPECT_EQ(of_unit_ridge(problem).C, 1 / third);
  EXPECT_EQ(of_unit_ridge(problem).penalty.l2, 1);
  problem.bounds.upper = bound;
  EXPECT_FALSE(is_scaled_ridge(problem));
  problem.bounds = {};
  for (const Penalty& other : {Penalty{}, Penalty{.l1 = 1, .l2 = third}, Penalty{.l2 = 0}, Penalty{.l2 = 1e-300}}) {
    problem.penalty = other;
    EXPECT_FALSE(is_scaled_ridge(problem));
    EXPECT_EQ(of_unit_ridge(problem).penalty.l2, other.l2);
  }
}

/// The slow formulas take s of the given problem, within the costs of its rows.
TEST(UnitRidge, AnswersAreCertifiedForTheProblemGiven) {
  for (const LossName loss : {LossName::hinge, LossName::squared_hinge, LossName::logistic, LossName::quantile})
    for (const Intercept intercept : {Intercept::none, Intercept::free, Intercept::penalized}) {
      const RandomProblem random(200, 12, {.name = loss}, 3);
      Problem problem = of_ridge(random, third, 2);
      problem.intercept = intercept;
      problem.bias = intercept == Intercept::penalized ? 3 : 1;
      const SolverOptions options{.tolerance = unit_gap};
      const Solution solution = solve(problem, options);
      SCOPED_TRACE(std::string(to_string(loss)) + " by " + solution.solver);
      support::expect_certified(problem, solution, unit_gap);
      const Solution unit = solve(of_ridge(random, 1, 2 / third), options);
      if (intercept == random.problem(Storage::csr_float).intercept) {
        EXPECT_EQ(solution.solver, unit.solver);
      }
    }
}

TEST(UnitRidge, IsTakenByEverySolver) {
  const RandomProblem random(200, 12, {.name = LossName::squared_hinge}, 3);
  const Problem problem = of_ridge(random, third, 2);
  for (const Solver solver : {Solver::dual_cd, Solver::primal_cd, Solver::newton, Solver::alm_newton,
                              Solver::reduced_newton, Solver::proximal_newton, Solver::interior_point}) {
    SCOPED_TRACE(to_string(solver));
    support::expect_certified(problem, solve(problem, {.solver = solver, .tolerance = unit_gap}), unit_gap);
  }
}

TEST(UnitRidge, StartsAndProgressAreInUnitsOfTheProblemGiven) {
  const RandomProblem random(400, 20, {.name = LossName::hinge}, 3);
  const Problem problem = of_ridge(random, 1000, 2);
  SolverOptions options{.solver = Solver::dual_cd, .tolerance = 1e-4};
  Progress last;
  options.callback = [&last](const Progress& now) {
    if (now.certified) last = now;
    return true;
  };
  const Solution cold = solve(problem, options);
  const Solution again = solve(problem, options, {cold.dual_coef, cold.coef, cold.intercept});
  EXPECT_GT(cold.passes, 2);
  EXPECT_LE(again.passes, 2);
  const Solution partly =
      solve(problem, {.solver = Solver::dual_cd, .tolerance = 1e-12, .max_passes = 5, .callback = options.callback});
  EXPECT_NEAR(last.primal, partly.certificate.primal, 0.2 * partly.certificate.primal);
  EXPECT_NEAR(last.dual, partly.certificate.dual, 0.2 * partly.certificate.primal);
}

/// Three classes, whose outputs go side by side.
TEST(UnitRidge, ClassesAreThoseOfTheProblemDivided) {
  const RandomProblem random(300, 30, {.name = LossName::squared_hinge}, 3);
  const Problem problem = of_ridge(random, 1, 1);
  std::vector<double> y(problem.y.begin(), problem.y.end());
  for (std::size_t i = 0; i < y.size(); i += 3) y[i] = 2;
  Dataset data;
  data.x = problem.x;
  data.y = y;
  TrainOptions options;
  options.loss.name = LossName::squared_hinge;
  options.solver.tolerance = unit_gap;
  options.C = 4;
  options.penalty.l2 = 2;
  options.keep_dual = true;
  const TrainResult twice = train(data, options);
  options.C = 2;
  options.penalty.l2 = 1;
  const TrainResult once = train(data, options);
  EXPECT_EQ(twice.model.coef, once.model.coef);
  EXPECT_EQ(twice.certificate.primal, 2 * once.certificate.primal);
  for (std::size_t k = 0; k < once.parts.size(); ++k) {
    EXPECT_EQ(twice.parts[k].solver, once.parts[k].solver);
    EXPECT_EQ(twice.parts[k].certificate.gap, 2 * once.parts[k].certificate.gap);
    for (std::size_t i = 0; i < y.size(); ++i) EXPECT_EQ(twice.parts[k].dual_coef[i], 2 * once.parts[k].dual_coef[i]);
  }
}

}  // namespace
}  // namespace hingeline::internal
