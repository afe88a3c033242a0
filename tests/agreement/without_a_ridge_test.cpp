// SPDX-License-Identifier: BSD-3-Clause
//
// The augmented Lagrangian without a ridge, where nothing holds w: warm starts, any units of targets, classes that are
// separated or nearly so, targets that are fitted exactly.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::options_of;
using support::RandomProblem;
using support::Storage;

/// Where the penalty held w at 0, no row is curved for the next C's first steps; and the dual point, C times as large,
/// is far from feasible, so that the estimate of the gap says nothing.
TEST(WithoutARidge, WarmStartsGoAsFarAsColdOnes) {
  for (const LossName name : {LossName::absolute, LossName::hinge, LossName::quantile, LossName::huber}) {
    const RandomProblem random(80, 6, {.name = name}, 3);
    Problem problem = random.problem(Storage::dense_double);
    problem.intercept = Intercept::none;
    problem.penalty = {.l1 = 1, .l2 = 0};
    problem.C = 1e-5;
    Solution last = solve(problem, options_of(Solver::alm_newton, 1e-7));
    for (const double C : {1.0, 100.0, 1e-3, 1e4}) {
      for (double& s : last.dual_coef) s *= C / problem.C;
      problem.C = C;
      const Solution warm =
          solve(problem, options_of(Solver::alm_newton, 1e-7), {last.dual_coef, last.coef, last.intercept});
      const Solution cold = solve(problem, options_of(Solver::alm_newton, 1e-7));
      EXPECT_EQ(warm.status, Status::converged) << to_string(name) << " " << C << " " << warm.reason;
      EXPECT_NEAR(warm.certificate.primal, cold.certificate.primal, 2e-7 * cold.certificate.primal);
      last = warm;
    }
  }
}

TEST(WithoutARidge, FindsItsWayBackFromFarWarmStarts) {
  const RandomProblem random(80, 6, {.name = LossName::hinge}, 3);
  Problem problem = random.problem(Storage::dense_double);
  problem.penalty = {.l1 = 1, .l2 = 0};
  const Solution cold = solve(problem, options_of(Solver::alm_newton, 1e-7));
  const std::vector<double> far = {1e12, -1e12, 3e11, 1e12, -1e10, 0};
  const Solution warm = solve(problem, options_of(Solver::alm_newton, 1e-7), {{}, far, -1e12});
  EXPECT_EQ(warm.status, Status::converged) << warm.reason << " " << warm.certificate.relative_gap;
  EXPECT_NEAR(warm.certificate.primal, cold.certificate.primal, 2e-7 * cold.certificate.primal);
}

/// 300 rows of 3 columns, targets of about `unit`.
struct LinearTargets {
  explicit LinearTargets(double unit) : x(900), y(300) {
    internal::Random random(7);
    for (double& value : x) value = random.normal();
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] = unit * (x[3 * i] - 2 * x[3 * i + 1] + 0.5 * x[3 * i + 2] + 0.5 * random.normal());
  }
  std::vector<double> x;
  std::vector<double> y;
};

TEST(WithoutARidge, UnitsOfTargetsAndCostDoNotMatter) {
  for (const double unit : {1e-8, 1e-4, 1.0, 1e4, 1e8})
    for (const double C : {1e-4, 0.01, 1.0, 100.0})
      for (const LossName loss : {LossName::absolute, LossName::quantile}) {
        SCOPED_TRACE(testing::Message() << unit << ", C = " << C);
        const LinearTargets data(unit);
        Problem given;
        given.x = DenseView<double>{data.x.data(), 300, 3, 3};
        given.y = data.y;
        given.loss = {.name = loss, .tau = 0.9};
        given.C = C;
        given.penalty = {.l1 = 1, .l2 = 0};
        const Solution solution = solve(given, options_of(Solver::alm_newton, 1e-6));
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_LE(solution.passes, 100);
      }
}

TEST(WithoutARidge, FindsALineThroughAllPoints) {
  const std::vector<float> x = {0.1F, 0.2F, 0.3F, 0.4F, 0.5F, 0.6F, 0.7F};
  const std::vector<double> y = {9.5, 11.5, 13.5, 15.5, 17.5, 19.5, 21.5};
  Problem given;
  given.x = DenseView<float>{x.data(), 7, 1, 1};
  given.y = y;
  given.loss = {.name = LossName::absolute};
  given.penalty = {.l1 = 0, .l2 = 0};
  for (const double C : {1.0, 1e4}) {
    SCOPED_TRACE(C);
    given.C = C;
    const Solution solution = solve(given, options_of(Solver::alm_newton, 1e-4));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(solution.passes, 100);
  }
}

/// Two one-hot sets of ten columns. Rows of the first set's last two columns are of one class each: they are what an
/// infinite w satisfies, and only dual variables of exactly 0 balance their columns.
struct OneHotRows {
  OneHotRows() : x(static_cast<std::size_t>(20 * rows)), y(rows) {
    internal::Random random(5);
    for (std::size_t i = 0; i < y.size(); ++i) {
      const std::uint32_t first = random.below(10);
      const std::uint32_t second = random.below(10);
      x[20 * i + first] = x[20 * i + 10 + second] = 1;
      y[i] = random.uniform() < 0.05 * (first + second) ? 1 : -1;
      if (first >= 8) y[i] = first == 8 ? -1 : 1;
    }
  }
  static constexpr std::int64_t rows = 600;
  std::vector<double> x;
  std::vector<double> y;
};

TEST(WithoutARidge, ProvesQuasiSeparatedClassesWithoutAPenalty) {
  const OneHotRows data;
  Problem given;
  given.x = DenseView<double>{data.x.data(), OneHotRows::rows, 20, 20};
  given.y = data.y;
  given.penalty = {.l1 = 0, .l2 = 0};
  for (const LossName loss : {LossName::logistic, LossName::squared_hinge})
    for (const double C : {0.01, 1.0, 100.0})
      for (const double tolerance : {1e-4, 1e-6}) {
        SCOPED_TRACE(testing::Message() << to_string(loss) << ", C = " << C << ", to " << tolerance);
        given.loss = {.name = loss};
        given.C = C;
        const Solution solution = solve(given, options_of(Solver::alm_newton, tolerance));
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_GT(solution.certificate.dual, 0.99 * solution.certificate.primal);
        EXPECT_LE(solution.passes, 40);
      }
}

/// No w attains the infimum, 0.
TEST(WithoutARidge, SeparatedClassesWithoutAPenaltyHaveAnOptimumOfZero) {
  const RandomProblem random(60, 80, {.name = LossName::logistic}, 3);
  Problem given = random.problem(Storage::dense_double);
  std::vector<double> weights(80);
  for (const double of_last : {0.0, 1.0})
    for (const double l1 : {0.0, 1.0})
      for (const double C : {0.01, 100.0}) {
        weights.back() = of_last;
        given.penalty = {.l1 = l1, .l2 = 0, .l1_weights = weights};
        given.C = C;
        const Solution solution = solve(given, options_of(Solver::alm_newton, 1e-4));
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_LE(solution.certificate.primal, 1e-11 * C);
        EXPECT_LE(solution.passes, 100);
      }
}

/// Which no w = 0 is there to compare with.
TEST(WithoutARidge, SeparatedClassesWithoutAPenaltyMayHaveASum) {
  const RandomProblem random(60, 80, {.name = LossName::logistic}, 3);
  Problem given = random.problem(Storage::dense_double);
  const std::vector<double> ones(80, 1.0);
  const std::vector<double> total = {1};
  given.penalty = {.l1 = 0, .l2 = 0};
  given.constraints = {DenseView<double>{ones.data(), 1, 80, 80}, total, total};
  const Solution solution = solve(given, options_of(Solver::alm_newton, 1e-4));
  EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_LE(solution.certificate.primal, 1e-11);
  EXPECT_LE(solution.passes, 100);
}

TEST(WithoutARidge, KeepsWhatWasBetterThanWithAProximalTerm) {
  const std::vector<double> x = {-200000, 1, 0, -1};
  const std::vector<double> y = {-1, 1};
  const std::vector<double> ones = {1, 1};
  const std::vector<double> one = {1};
  Dataset data;
  data.x = DenseView<double>{x.data(), 2, 2, 2};
  data.y = y;
  TrainOptions options;
  options.loss.name = LossName::logistic;
  options.intercept = Intercept::none;
  options.penalty = {.l1 = 0, .l2 = 0};
  options.standardize = true;
  options.constraints = {DenseView<double>{ones.data(), 1, 2, 2}, one, one};
  options.solver = options_of(Solver::alm_newton, 1e-6);
  EXPECT_LE(train(data, options).certificate.primal, 1e-10);
}

TEST(WithoutARidge, FitsEveryTargetOfFewRows) {
  for (const LossName loss :
       {LossName::squared, LossName::huber, LossName::expectile, LossName::squared_epsilon_insensitive}) {
    SCOPED_TRACE(to_string(loss));
    const RandomProblem random(20, 40, {.name = loss}, 3);
    Problem given = random.problem(Storage::dense_double);
    given.penalty = {.l1 = 0, .l2 = 0};
    for (const double C : {0.01, 1.0, 100.0}) {
      given.C = C;
      const Solution solution = solve(given, options_of(Solver::alm_newton, 1e-4));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.primal;
      EXPECT_LE(solution.certificate.primal, 1e-20 * C);
      EXPECT_LE(solution.passes, 20);
    }
  }
}

TEST(WithoutARidge, ProvesRareColumnsBesideManyRows) {
  constexpr std::size_t rows = 5000;
  constexpr std::size_t rare = 4;
  internal::Random random(1);
  std::vector<double> x(2 * rows);
  std::vector<double> y(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    x[2 * i] = 3 + random.normal();
    x[2 * i + 1] = i < rare ? 1 : 0;
    y[i] = x[2 * i] + x[2 * i + 1] + random.normal();
  }
  Problem given;
  given.x = DenseView<double>{x.data(), rows, 2, 2};
  given.y = y;
  given.loss = {.name = LossName::quantile, .tau = 0.9};
  given.penalty = {.l1 = 0, .l2 = 0};
  const Solution solution = solve(given, options_of(Solver::alm_newton, 1e-4));
  EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
}

/// P has no minimum, and rows lose their curvature on the way to its infimum of 0, which a sum does not bar: neighbours
/// among columns are alike, and there are so many that a plane separates any classes.
TEST(WithoutARidge, SeparatedClassesGoAsFarBesideAConstraint) {
  constexpr std::int64_t rows = 120;
  constexpr std::int32_t cols = 60;
  for (const std::uint64_t seed : {1, 3})
    for (const Intercept intercept : {Intercept::free, Intercept::none}) {
      SCOPED_TRACE(testing::Message() << seed << " " << to_string(intercept));
      internal::Random random(seed);
      std::vector<double> x;
      std::vector<double> y;
      for (std::int64_t i = 0; i < rows; ++i) {
        double value = 0;
        for (std::int32_t j = 0; j < cols; ++j) x.push_back(value = 0.97 * value + 0.25 * random.normal());
        y.push_back(i % 2 == 0 ? -1 : 1);
      }
      const std::vector<double> ones(cols, 1.0);
      Problem problem;
      problem.x = DenseView<double>{x.data(), rows, cols, cols};
      problem.y = y;
      problem.loss = {.name = LossName::logistic};
      problem.intercept = intercept;
      problem.penalty = {.l1 = 0, .l2 = 0};
      problem.constraints = {DenseView<double>{ones.data(), 1, cols, cols}, {ones.data(), 1}, {ones.data(), 1}};
      const Solution solution = solve(problem, options_of(Solver::alm_newton, 1e-4));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.primal;
      EXPECT_LE(solution.passes, 100);
    }
}

}  // namespace
}  // namespace hingeline
