// SPDX-License-Identifier: BSD-3-Clause
//
// Other solvers, and other columns, take over where one ends without a proof.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"

namespace hingeline {
namespace {

/// Rows of so many entries in columns of unlike scales, one row in a hundred a hundred times the others, labels drawn.
struct UnevenRows {
  UnevenRows(std::int64_t rows, std::int32_t cols, double share) {
    internal::Random random(1);
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int32_t j = 0; j < cols; ++j) {
        if (random.uniform() >= share) continue;
        columns.push_back(j);
        values.push_back(random.normal() * std::exp(1.5 * (j % 5)) * (i % 100 == 0 ? 100 : 1));
      }
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
      y.push_back(random.uniform() < 0.5 ? -1 : 1);
    }
    problem.x = CsrView<double>{offsets.data(), columns.data(), values.data(), rows, cols};
    problem.y = y;
    problem.C = 1000;
    problem.intercept = Intercept::none;
  }

  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::vector<double> y;
  Problem problem;
};

/// Targets that columns of very different scales fit exactly: within the tube the loss is 0, and C too large for
/// arithmetic on slopes.
TEST(TakingOver, SolvesWhatOthersGiveUp) {
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
    EXPECT_EQ(solution.solver, "interior_point");
    EXPECT_TRUE(solution.reason.starts_with("reduced_newton ended ")) << solution.reason;
    options.max_passes = 10;
    EXPECT_EQ(solve(problem, options).solver, "reduced_newton");
  }
}

/// One row whose columns are 1e8 times others and as much below: Newton steps descend by next to nothing, without end.
TEST(TakingOver, SolvesColumnsOfUnlikeUnits) {
  constexpr std::int32_t cols = 12;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    internal::Random random(seed);
    std::vector<double> x;
    for (std::int32_t j = 0; j < cols; ++j) x.push_back(random.normal() * std::pow(10.0, 8 * (j % 3 - 1)));
    const std::vector<double> y = {random.normal()};
    Problem problem;
    problem.x = DenseView<double>{x.data(), 1, cols, cols};
    problem.y = y;
    problem.loss = {.name = LossName::squared};
    problem.C = 1e4;
    problem.intercept = Intercept::none;
    const Solution solution = solve(problem);
    EXPECT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
    EXPECT_LE(solution.passes, 3000);
  }
}

/// Fewer rows than columns and no ridge: bands hold all rows, and no step ends.
TEST(TakingOver, SolvesRowsThatStayInTheirFile) {
  constexpr std::int64_t rows = 30;
  constexpr std::int32_t cols = 40;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    internal::Random random(seed);
    std::vector<double> x(rows * cols);
    std::vector<double> y(rows);
    for (double& value : x) value = random.normal();
    for (double& target : y) target = 100 * random.normal();
    Problem problem;
    problem.x = DenseView<double>{x.data(), rows, cols, cols};
    problem.y = y;
    problem.loss = {.name = LossName::epsilon_insensitive, .epsilon = 0.1};
    problem.C = 54.3;
    problem.penalty = {.l1 = 1, .l2 = 0};
    const double in_memory = solve(problem).certificate.primal;
    problem.release_rows = [](std::int64_t, std::int64_t) {};
    const Solution streamed = solve(problem);
    EXPECT_EQ(streamed.status, Status::converged) << streamed.reason;
    EXPECT_NEAR(streamed.certificate.primal, in_memory, 2e-4 * in_memory);
  }
}

/// Columns a hundred times others, and no more rows: thousands of passes, or steps by products, where some dozen by
/// interior points do.
TEST(TakingOver, GoesOnFromSlowPassesByInteriorPoints) {
  constexpr std::int64_t rows = 120;
  constexpr std::int32_t cols = 600;
  internal::Random random(3);
  std::vector<double> x;
  std::vector<double> y(rows);
  for (double& target : y) {
    for (std::int32_t j = 0; j < cols; ++j) {
      x.push_back(random.normal() * std::pow(10.0, j % 5 - 2));
      target += std::cos(j) * x.back();
    }
    target = target + 300 * random.normal() > 0 ? 1 : -1;
  }
  for (const LossName loss : {LossName::hinge, LossName::squared_hinge, LossName::quantile}) {
    SCOPED_TRACE(to_string(loss));
    Problem problem;
    problem.x = DenseView<double>{x.data(), rows, cols, cols};
    problem.y = y;
    problem.loss = {.name = loss};
    problem.C = 1e4;
    SolverOptions options;
    options.tolerance = 1e-6;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_EQ(solution.solver, "interior_point") << solution.reason;
    EXPECT_LT(solution.passes, 300);
    const Solution again = solve(problem, options, {solution.dual_coef, solution.coef, solution.intercept});
    EXPECT_EQ(again.status, Status::converged);
    EXPECT_LE(again.passes, solution.passes);
    EXPECT_NEAR(again.certificate.primal, solution.certificate.primal, 2e-6 * solution.certificate.primal);
  }
}

/// Some rows a hundred times the others: steps by products are ended after some hundreds.
TEST(TakingOver, GoesOnFromStepsByProducts) {
  constexpr std::int64_t rows = 1500;
  constexpr std::int32_t cols = 510;
  internal::Random random(4);
  std::vector<float> x;
  std::vector<double> y(rows);
  for (double& target : y) {
    const double scale = random.uniform() < 0.05 ? 100 : 1;
    for (std::int32_t j = 0; j < cols; ++j) {
      x.push_back(static_cast<float>(scale * random.normal()));
      target += std::cos(j) * x.back() / 16;
    }
    target += 0.3 * random.normal();
  }
  Problem problem;
  problem.x = DenseView<float>{x.data(), rows, cols, cols};
  problem.y = y;
  problem.loss = {.name = LossName::squared_epsilon_insensitive, .epsilon = 0.1};
  problem.C = 0.001;
  SolverOptions options;
  options.tolerance = 1e-6;
  const Solution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_EQ(solution.solver, "interior_point") << solution.reason;
  EXPECT_TRUE(solution.reason.starts_with("newton ended max_passes")) << solution.reason;
}

/// Eight rows in units of ten million, which the augmented Lagrangian proves after its patience and nobody else at all.
TEST(TakingOver, ReturnsToStepsThatWereCutShort) {
  constexpr std::int64_t rows = 8;
  constexpr std::int32_t cols = 10;
  const std::vector<double> y{-1, 1, -1, 1, -1, 1, -1, 1};
  for (const std::uint64_t seed : {1, 5, 7}) {
    internal::Random random(seed);
    std::vector<double> x(rows * cols);
    for (double& value : x) value = 1e7 * random.normal();
    Problem problem;
    problem.x = DenseView<double>{x.data(), rows, cols, cols};
    problem.y = y;
    problem.loss = {.name = LossName::hinge};
    problem.C = 1e8;
    problem.intercept = Intercept::penalized;
    problem.penalty = {.l1 = 1, .l2 = 0};
    SolverOptions options;
    options.tolerance = 1e-5;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
    EXPECT_EQ(solution.solver, "alm_newton");
  }
}

/// Columns that are all but constant, and passes that do not suffice: neither solver proves anything.
TEST(TakingOver, KeepsTheBetterAnswer) {
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

/// Without a penalty, columns that repeat others but for the rounding of float: no digits are left of their Gram
/// matrix.
TEST(TakingOver, SolvesInOrthogonalColumns) {
  constexpr std::int64_t rows = 500;
  constexpr std::int32_t cols = 20;
  for (const LossName loss : {LossName::quantile, LossName::absolute, LossName::hinge}) {
    SCOPED_TRACE(to_string(loss));
    internal::Random random(1);
    std::vector<float> x;
    std::vector<double> y;
    for (std::int64_t i = 0; i < rows; ++i) {
      double target = 2 * random.normal();
      for (std::int32_t j = 0; j < cols; ++j) {
        x.push_back(j < 15 ? static_cast<float>(random.normal()) : 3.3F * x[x.size() - 15]);
        target += std::cos(j) * x.back();
      }
      y.push_back(loss == LossName::hinge ? std::copysign(1.0, target) : target);
    }
    Problem problem;
    problem.x = DenseView<float>{x.data(), rows, cols, cols};
    problem.y = y;
    problem.loss = {.name = loss, .tau = 0.3};
    problem.penalty = {.l1 = 0, .l2 = 0};
    SolverOptions options;
    options.tolerance = 1e-5;
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged) << solution.reason;
    EXPECT_LE(solution.certificate.relative_gap, options.tolerance);
    EXPECT_NE(solution.reason.find("in orthogonal columns"), std::string::npos) << solution.reason;
    problem.intercept = Intercept::penalized;
    EXPECT_EQ(solve(problem, options).certificate.primal, solution.certificate.primal);
    problem.intercept = Intercept::free;
    const std::vector<double> one = {1};
    const std::vector<double> ones(cols, 1.0);
    std::vector<double> alignment(cols);  // with the first column, of predictions
    for (std::size_t i = 0; i < rows * cols; ++i) alignment[i % cols] += double{x[i - i % cols]} * x[i];
    for (const auto& row : {ones, alignment}) {
      problem.constraints = {DenseView<double>{row.data(), 1, cols, cols}, one, one};
      EXPECT_EQ(solve(problem, options).status, Status::converged);
    }
    problem.constraints = {};
    options.solver = Solver::alm_newton;
    EXPECT_EQ(solve(problem, options).status, Status::numerical);
  }
}

/// Newton steps between passes are work and no passes: the limit is reached in fewer, and nobody goes on.
TEST(TakingOver, EndsWhereTheWorkIsDone) {
  UnevenRows rows(800, 900, 0.033);
  rows.problem.loss = {.name = LossName::hinge};
  SolverOptions options;
  options.tolerance = 1e-8;
  options.max_passes = 1000;
  double work = 0;
  options.callback = [&](const Progress& now) {
    EXPECT_GE(now.work, work);
    work = now.work;
    return true;
  };
  const Solution solution = solve(rows.problem, options);
  EXPECT_EQ(solution.status, Status::max_passes);
  EXPECT_EQ(solution.solver, "dual_cd") << solution.reason;
  EXPECT_LT(solution.passes, 800);
  EXPECT_EQ(solution.work, work);
  EXPECT_GE(work, 1000);
}

/// So many passes, and no solver after them ends its work at a limit that was not reached.
TEST(TakingOver, HasPatienceWithWhoTakesOver) {
  UnevenRows rows(300, 450, 0.13);
  rows.problem.loss = {.name = LossName::squared_hinge};
  SolverOptions options;
  options.tolerance = 1e-6;
  const Solution solution = solve(rows.problem, options);
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_EQ(solution.solver, "interior_point") << solution.reason;
}

}  // namespace
}  // namespace hingeline
