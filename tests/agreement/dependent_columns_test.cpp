// SPDX-License-Identifier: BSD-3-Clause
//
// The augmented Lagrangian without a ridge on columns that depend on each other, or all but do.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"
#include "support/solver_options.hpp"

namespace hingeline {
namespace {

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

TEST(DependentColumns, TakeFewStepsWhereTheyAreBinary) {
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
      const Solution solution = solve(given, support::options_of(Solver::alm_newton, 1e-5));
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

TEST(DependentColumns, DoNotKeepTLargeWithoutAPenalty) {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    SCOPED_TRACE(seed);
    const NumbersAndGroups data(seed);
    Problem given;
    given.x = DenseView<double>{data.x.data(), BinaryGroups::rows, NumbersAndGroups::cols, NumbersAndGroups::cols};
    given.y = data.y;
    given.loss = {.name = LossName::hinge};
    given.intercept = Intercept::none;
    given.penalty = {.l1 = 0, .l2 = 0};
    const Solution solution = solve(given, support::options_of(Solver::alm_newton, 1e-6));
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

TEST(DependentColumns, AreHelpedByProximalTermsWhereTheyAllButDepend) {
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
      const Solution solution = solve(given, support::options_of(Solver::alm_newton, 1e-5));
      EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
      EXPECT_LE(solution.passes, 1000);
    }
}

/// One-hot rows that have some of the levels, and a constraint that joins one of these and two without rows: its
/// multiplier is 0, and what rounding makes of it those two have alone.
TEST(DependentColumns, LeaveTheMultiplierOfColumnsWithoutRowsToRounding) {
  struct Rows {
    int count;
    double y;
    std::size_t column;
  };
  constexpr std::int32_t cols = 7;
  std::vector<double> x;
  std::vector<double> y;
  for (const Rows& rows : {Rows{9, 1, 3}, {5, 1, 5}, {10, 1, 6}, {10, -1, 0}, {2, -1, 1}, {1, -1, 5}})
    for (int i = 0; i < rows.count; ++i) {
      y.push_back(rows.y);
      x.resize(x.size() + cols);
      x[x.size() - cols + rows.column] = 1;
    }
  const std::vector<double> row = {0, 0, -0.034083314769436414, 0.0033415014479839587, 0.030741813321452423, 0, 0};
  const std::vector<double> zero = {0};
  Problem given;
  given.x = DenseView<double>{x.data(), std::ssize(y), cols, cols};
  given.y = y;
  given.loss = {.name = LossName::squared_hinge};
  given.C = 0.085;
  given.penalty = {.l1 = 0, .l2 = 0};
  given.constraints = {DenseView<double>{row.data(), 1, cols, cols}, zero, zero};
  const Solution solution = solve(given, support::options_of(Solver::alm_newton, 1e-6));
  EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_LE(solution.passes, 100);
}

}  // namespace
}  // namespace hingeline
