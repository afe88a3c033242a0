// SPDX-License-Identifier: BSD-3-Clause
//
// The augmented Lagrangian held against slow formulas and against dual coordinate descent, and where that gives up:
// columns of any scale, any C.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/random.hpp"
#include "data/select_rows.hpp"
#include "hingeline/error.hpp"
#include "hingeline/model.hpp"
#include "hingeline/solve.hpp"
#include "support/expect_certified.hpp"
#include "support/parameter_names.hpp"
#include "support/random_problem.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

using support::expect_certified;
using support::RandomProblem;
using support::Storage;

SolverOptions alm_newton(double tolerance) { return support::options_of(Solver::alm_newton, tolerance); }

class AlmNewtonOf : public ::testing::TestWithParam<std::tuple<Loss, Intercept>> {
 protected:
  AlmNewtonOf() : random_(200, 10, std::get<0>(GetParam()), 11) {}
  Problem problem(Storage storage) const {
    Problem problem = random_.problem(storage);
    problem.intercept = std::get<1>(GetParam());
    problem.bias = 2;
    return problem;
  }
  RandomProblem random_;
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
  const RandomProblem random(60, 80, std::get<0>(GetParam()), 12);
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

INSTANTIATE_TEST_SUITE_P(Losses, AlmNewtonOf,
                         ::testing::Combine(::testing::ValuesIn(support::every_loss()),
                                            ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none)),
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

class AlmNewtonStops : public ::testing::Test {
 protected:
  AlmNewtonStops() : random_(300, 20, Loss{LossName::hinge}, 2) {
    problem_ = random_.problem(Storage::csr_double);
    problem_.C = 1e4;
  }
  void expect_honest(const Solution& solution) const { support::expect_honest(problem_, solution, options_.tolerance); }
  RandomProblem random_;
  Problem problem_;
  SolverOptions options_ = alm_newton(1e-13);
};

TEST_F(AlmNewtonStops, AfterMaxPasses) {
  options_.max_passes = 3;
  const Solution solution = solve(problem_, options_);
  EXPECT_EQ(solution.status, Status::max_passes);
  EXPECT_EQ(solution.passes, 3);
  expect_honest(solution);
}

TEST_F(AlmNewtonStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-9;
  const Solution solution = solve(problem_, options_);
  EXPECT_EQ(solution.status, Status::max_seconds);
  expect_honest(solution);
}

TEST_F(AlmNewtonStops, WhenTheCallbackSaysSo) {
  std::int64_t calls = 0;
  options_.callback = [&](const Progress& progress) {
    EXPECT_EQ(progress.passes, calls++);
    return calls < 4;
  };
  const Solution solution = solve(problem_, options_);
  EXPECT_EQ(solution.status, Status::interrupted);
  expect_honest(solution);
}

TEST_F(AlmNewtonStops, WhenInterrupted) {
  const std::atomic<bool> interrupt = true;
  options_.interrupt = &interrupt;
  const Solution solution = solve(problem_, options_);
  EXPECT_EQ(solution.status, Status::interrupted);
  expect_honest(solution);
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

/// Targets that columns of very different scales fit exactly: within the tube the loss is 0, and C too large for
/// arithmetic on slopes.
TEST(AlmNewton, TakesOverFromOthers) {
  constexpr std::int64_t rows = 200;
  constexpr std::int32_t cols = 8;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    internal::Random random(seed);
    std::vector<double> x;
    std::vector<double> y(rows);
    for (double& target : y)
      for (std::int32_t j = 0; j < cols; ++j) {
        const double value = 5 + random.normal();
        target += value / (j + 1);
        x.push_back(value * std::pow(10.0, j % 7 - 3));
      }
    Problem problem;
    problem.x = DenseView<double>{x.data(), rows, cols, cols};
    problem.y = y;
    problem.loss = {.name = LossName::squared_epsilon_insensitive, .epsilon = 0.1};
    problem.C = 1e9;
    problem.intercept = Intercept::none;
    problem.penalty = {.l1 = 1, .l2 = 0};
    SolverOptions options;
    options.tolerance = 1e-6;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
    EXPECT_EQ(solution.solver, "alm_newton");
    EXPECT_TRUE(solution.reason.starts_with("reduced_newton ended ")) << solution.reason;
    options.max_passes = 10;
    EXPECT_EQ(solve(problem, options).solver, "reduced_newton");
  }
}

/// Columns that are all but constant, and passes that do not suffice: neither solver proves anything.
TEST(AlmNewton, TakingOverKeepsTheBetterAnswer) {
  constexpr std::int64_t rows = 30;
  constexpr std::int32_t cols = 20;
  internal::Random random(9);
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> weights;
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int32_t j = 0; j < cols; ++j) x.push_back(1e5 + random.normal());
    y.push_back(random.uniform() < 0.5 ? -1 : 1);
    weights.push_back(random.uniform() < 0.3 ? 1000 : 1);
  }
  Problem problem;
  problem.x = DenseView<double>{x.data(), rows, cols, cols};
  problem.y = y;
  problem.weights = weights;
  problem.loss = {.name = LossName::logistic};
  problem.intercept = Intercept::penalized;
  problem.penalty = {.l1 = 1, .l2 = 0};
  SolverOptions options;
  options.max_passes = 1000;
  const Solution stuck = solve(problem, options);
  EXPECT_EQ(stuck.solver, "proximal_newton");
  options.max_passes = 1030;
  const Solution other = solve(problem, options);
  EXPECT_EQ(other.solver, "alm_newton");
  EXPECT_LT(other.certificate.primal, stuck.certificate.primal);
}

/// Where the penalty held w at 0, no row is curved for the next C's first steps; and the dual point, C times as large,
/// is far from feasible, so that the estimate of the gap says nothing.
TEST(AlmNewton, WarmStartsWithoutARidgeGoAsFarAsColdOnes) {
  for (const LossName name : {LossName::absolute, LossName::hinge, LossName::quantile, LossName::huber}) {
    const RandomProblem random(80, 6, {.name = name}, 3);
    Problem problem = random.problem(Storage::dense_double);
    problem.intercept = Intercept::none;
    problem.penalty = {.l1 = 1, .l2 = 0};
    problem.C = 1e-5;
    Solution last = solve(problem, alm_newton(1e-7));
    for (const double C : {1.0, 100.0, 1e-3, 1e4}) {
      for (double& s : last.dual_coef) s *= C / problem.C;
      problem.C = C;
      const Solution warm = solve(problem, alm_newton(1e-7), {last.dual_coef, last.coef, last.intercept});
      const Solution cold = solve(problem, alm_newton(1e-7));
      EXPECT_EQ(warm.status, Status::converged) << to_string(name) << " " << C << " " << warm.reason;
      EXPECT_NEAR(warm.certificate.primal, cold.certificate.primal, 2e-7 * cold.certificate.primal);
      last = warm;
    }
  }
}

TEST(AlmNewton, FindsItsWayBackFromFarWarmStarts) {
  const RandomProblem random(80, 6, {.name = LossName::hinge}, 3);
  Problem problem = random.problem(Storage::dense_double);
  problem.penalty = {.l1 = 1, .l2 = 0};
  const Solution cold = solve(problem, alm_newton(1e-7));
  const std::vector<double> far = {1e12, -1e12, 3e11, 1e12, -1e10, 0};
  const Solution warm = solve(problem, alm_newton(1e-7), {{}, far, -1e12});
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

TEST(AlmNewton, WithoutARidgeUnitsOfTargetsAndCostDoNotMatter) {
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
        const Solution solution = solve(given, alm_newton(1e-6));
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_LE(solution.passes, 100);
      }
}

TEST(AlmNewton, FindsALineThroughAllPoints) {
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
    const Solution solution = solve(given, alm_newton(1e-4));
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

TEST(AlmNewton, ProvesQuasiSeparatedClassesWithoutAPenalty) {
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
        const Solution solution = solve(given, alm_newton(tolerance));
        EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
        EXPECT_GT(solution.certificate.dual, 0.99 * solution.certificate.primal);
        EXPECT_LE(solution.passes, 40);
      }
}

/// No w attains the infimum, 0.
TEST(AlmNewton, SeparatedClassesWithoutAPenaltyHaveAnOptimumOfZero) {
  const RandomProblem random(60, 80, {.name = LossName::logistic}, 3);
  Problem given = random.problem(Storage::dense_double);
  given.penalty = {.l1 = 0, .l2 = 0};
  for (const double C : {0.01, 100.0}) {
    given.C = C;
    const Solution solution = solve(given, alm_newton(1e-4));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(solution.certificate.primal, 1e-11 * C);
    EXPECT_LE(solution.passes, 100);
  }
}

TEST(AlmNewton, KeepsWhatWasBetterThanWithAProximalTerm) {
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
  options.solver = alm_newton(1e-6);
  EXPECT_LE(train(data, options).certificate.primal, 1e-10);
}

TEST(AlmNewton, FitsEveryTargetOfFewRows) {
  for (const LossName loss :
       {LossName::squared, LossName::huber, LossName::expectile, LossName::squared_epsilon_insensitive}) {
    SCOPED_TRACE(to_string(loss));
    const RandomProblem random(20, 40, {.name = loss}, 3);
    Problem given = random.problem(Storage::dense_double);
    given.penalty = {.l1 = 0, .l2 = 0};
    for (const double C : {0.01, 1.0, 100.0}) {
      given.C = C;
      const Solution solution = solve(given, alm_newton(1e-4));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.primal;
      EXPECT_LE(solution.certificate.primal, 1e-20 * C);
      EXPECT_LE(solution.passes, 20);
    }
  }
}

TEST(AlmNewton, ProvesRareColumnsBesideManyRows) {
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
  const Solution solution = solve(given, alm_newton(1e-4));
  EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
}

/// Four groups of eight binary columns, of which each row has one, the first levels more often; classes with noise.
struct BinaryGroups {
  explicit BinaryGroups(std::uint64_t seed) : x(rows * cols), y(rows) {
    internal::Random random(seed);
    std::vector<double> effect(cols);
    for (double& value : effect) value = random.normal();
    for (std::size_t i = 0; i < rows; ++i) {
      double score = random.normal() - 1;
      for (std::size_t group = 0; group < cols; group += levels) {
        const auto level = std::min(levels - 1, static_cast<std::size_t>(std::abs(3 * random.normal())));
        x[i * cols + group + level] = 1;
        score += effect[group + level];
      }
      y[i] = score > 0 ? 1 : -1;
    }
  }
  static constexpr std::size_t rows = 1000;
  static constexpr std::size_t levels = 8;
  static constexpr std::size_t cols = 4 * levels;
  std::vector<double> x;
  std::vector<double> y;
};

TEST(AlmNewton, WithoutARidgeDependentBinaryColumnsTakeFewSteps) {
  std::int64_t steps = 0;
  for (const std::uint64_t seed : {1, 2, 3, 4})
    for (const double C : {1.0, 100.0}) {
      SCOPED_TRACE(testing::Message() << seed << ", C = " << C);
      const BinaryGroups data(seed);
      Problem given;
      given.x = DenseView<double>{data.x.data(), BinaryGroups::rows, BinaryGroups::cols, BinaryGroups::cols};
      given.y = data.y;
      given.loss = {.name = LossName::hinge};
      given.C = C;
      given.penalty = {.l1 = 1, .l2 = 0};
      const Solution solution = solve(given, alm_newton(1e-5));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
      steps += solution.passes;
    }
  EXPECT_LE(steps, 600);
}

/// Columns of numbers beside the groups.
struct NumbersAndGroups {
  explicit NumbersAndGroups(std::uint64_t seed) : groups(seed), x(BinaryGroups::rows * cols), y(BinaryGroups::rows) {
    internal::Random random(seed);
    for (std::size_t i = 0; i < y.size(); ++i) {
      std::copy_n(&groups.x[i * BinaryGroups::cols], BinaryGroups::cols, &x[i * cols]);
      double score = groups.y[i] + random.normal();
      for (std::size_t j = BinaryGroups::cols; j < cols; ++j) score += x[i * cols + j] = random.normal();
      y[i] = score > 0 ? 1 : -1;
    }
  }
  static constexpr std::size_t cols = BinaryGroups::cols + 4;
  BinaryGroups groups;
  std::vector<double> x;
  std::vector<double> y;
};

TEST(AlmNewton, WithoutAPenaltyDependentColumnsDoNotKeepTLarge) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    const NumbersAndGroups data(seed);
    Problem given;
    given.x = DenseView<double>{data.x.data(), BinaryGroups::rows, NumbersAndGroups::cols, NumbersAndGroups::cols};
    given.y = data.y;
    given.loss = {.name = LossName::hinge};
    given.intercept = Intercept::none;
    given.penalty = {.l1 = 0, .l2 = 0};
    const Solution solution = solve(given, alm_newton(1e-6));
    EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
    EXPECT_LE(solution.passes, 100);
  }
}

/// Columns of unlike scale and with heavy tails, all but functions of a few others.
struct AlmostDependentColumns {
  explicit AlmostDependentColumns(std::uint64_t seed) {
    internal::Random random(seed);
    const auto normal = [&random](std::size_t size) {
      std::vector<double> numbers(size);
      std::generate(numbers.begin(), numbers.end(), [&random] { return random.normal(); });
      return numbers;
    };
    const std::vector<double> mixture = normal(factors * cols);
    const std::vector<double> scale = normal(cols);
    const std::vector<double> slope = normal(cols);
    for (std::size_t i = 0; i < rows; ++i) {
      const std::vector<double> factor = normal(factors);
      double sum = random.normal();
      for (std::size_t j = 0; j < cols; ++j) {
        double logarithm = 1e-4 * random.normal();
        for (std::size_t k = 0; k < factors; ++k) logarithm += 0.7 * factor[k] * mixture[k * cols + j];
        sum += 0.1 * std::exp(logarithm) * slope[j];
        x.push_back(std::exp(logarithm) * std::pow(10, 2 + 2 * scale[j]));
      }
      y.push_back(sum);
    }
  }
  static constexpr std::size_t rows = 500;
  static constexpr std::size_t cols = 50;
  static constexpr std::size_t factors = 2;
  std::vector<double> x;
  std::vector<double> y;
};

TEST(AlmNewton, ProximalTermsHelpWhereColumnsAllButDepend) {
  for (const std::uint64_t seed : {1, 2, 3})
    for (const Loss& loss :
         {Loss{.name = LossName::quantile, .tau = 0.9}, Loss{.name = LossName::epsilon_insensitive}}) {
      SCOPED_TRACE(testing::Message() << seed << " " << to_string(loss.name));
      const AlmostDependentColumns data(seed);
      Problem given;
      given.x = DenseView<double>{data.x.data(), AlmostDependentColumns::rows, AlmostDependentColumns::cols,
                                  AlmostDependentColumns::cols};
      given.y = data.y;
      given.loss = loss;
      given.penalty = {.l1 = 1, .l2 = 0};
      const Solution solution = solve(given, alm_newton(1e-5));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
      EXPECT_LE(solution.passes, 1000);
    }
}

}  // namespace
}  // namespace hingeline
