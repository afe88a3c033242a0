// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rescue/orthogonal_columns.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {
namespace {

/// Far from 0 and of unlike units: three columns, a constant, the double of the first, and 3.3 times the second as
/// float has it.
struct Repeating {
  static constexpr std::int64_t n = 40;

  Repeating() {
    Random random(5);
    for (std::int64_t i = 0; i < n; ++i) {
      const double a = 100 + random.normal();
      const auto b = static_cast<float>(1e-3 * random.normal());
      const double c = 1e4 * random.normal();
      x.insert(x.end(), {a, b, c, 7, 2 * a, static_cast<float>(3.3 * b)});
      y.push_back(a + 1e3 * b + 1e-4 * c + random.normal());
    }
    problem.x = DenseView<double>{x.data(), n, 6, 6};
    problem.y = y;
    problem.loss = {.name = LossName::squared};
    problem.penalty = {.l1 = 0, .l2 = 0};
  }
  std::vector<double> x;
  std::vector<double> y;
  Problem problem;
};

std::vector<std::vector<double>> columns_of(const Problem& problem) {
  const auto& x = std::get<DenseView<double>>(problem.x);
  std::vector columns(static_cast<std::size_t>(x.cols), std::vector<double>(static_cast<std::size_t>(x.rows)));
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int32_t j = 0; j < x.cols; ++j)
      columns[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)] = x.values[i * x.stride + j];
  return columns;
}

double product(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

TEST(OrthogonalColumns, LeavesOutDependentOnesAndKeepsWhatFloatTellsApart) {
  const Repeating data;
  const OrthogonalColumns turned(data.problem, {});
  const auto columns = columns_of(turned.problem());
  ASSERT_EQ(columns.size(), 4U);
  const std::vector<double> ones(static_cast<std::size_t>(Repeating::n), 1.0);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    EXPECT_NEAR(product(columns[j], ones), 0, 1e-7) << j;
    for (std::size_t k = 0; k <= j; ++k)
      EXPECT_NEAR(product(columns[j], columns[k]), j == k ? Repeating::n : 0, 1e-10) << j << " " << k;
  }
}

TEST(OrthogonalColumns, KeepConstantsWithoutAnIntercept) {
  Repeating data;
  data.problem.intercept = Intercept::none;
  const OrthogonalColumns turned(data.problem, {});
  EXPECT_EQ(columns_of(turned.problem()).size(), 5U);
}

/// Whatever the point, both problems say the same of it.
TEST(OrthogonalColumns, TurnBackToTheSameObjective) {
  for (const Intercept intercept : {Intercept::free, Intercept::none}) {
    Repeating data;
    data.problem.intercept = intercept;
    const OrthogonalColumns turned(data.problem, {});
    const auto columns = columns_of(turned.problem());
    Solution point;
    for (std::size_t k = 0; k < columns.size(); ++k) point.coef.push_back(1.0 - 0.3 * static_cast<double>(k));
    double mean = 0;  // of the residuals, which is the best b where there is one
    std::vector<double> residuals = data.y;
    for (std::size_t i = 0; i < residuals.size(); ++i) {
      for (std::size_t k = 0; k < columns.size(); ++k) residuals[i] -= point.coef[k] * columns[k][i];
      mean += residuals[i] / static_cast<double>(Repeating::n);
    }
    if (intercept == Intercept::none) mean = 0;
    double primal = 0;
    for (const double residual : residuals) primal += 0.5 * (residual - mean) * (residual - mean);
    const Solution back = turned.turned_back(point, 1e-6);
    EXPECT_EQ(back.status, Status::numerical);
    EXPECT_EQ(back.coef.size(), 6U);
    EXPECT_EQ(back.coef[4], 0);
    EXPECT_NEAR(back.certificate.primal, primal, 1e-6 * primal);
  }
}

TEST(OrthogonalColumns, ProveTheGivenProblem) {
  const Repeating data;
  const OrthogonalColumns turned(data.problem, {});
  SolverOptions options;
  options.tolerance = 1e-8;
  const Solution back = turned.turned_back(solve(turned.problem(), options), options.tolerance);
  EXPECT_EQ(back.status, Status::converged);
  EXPECT_LE(back.certificate.relative_gap, options.tolerance);
}

/// Its last solver may go by bands, which keep a dual point only where they are told to, and turning back needs one.
TEST(OrthogonalColumns, NeedNoDualPointThatIsKept) {
  constexpr std::int64_t n = 25'000;
  Random random(5);
  std::vector<float> x;
  std::vector<double> y;
  for (std::int64_t i = 0; i < n; ++i) {
    const double a = 100 + random.normal();
    const double b = random.normal();
    x.insert(x.end(), {static_cast<float>(a), static_cast<float>(b), static_cast<float>(3.3F * static_cast<float>(a)),
                       static_cast<float>(a - 0.7 * b)});
    y.push_back(a + b + random.normal());
  }
  Problem problem;
  problem.x = DenseView<float>{x.data(), n, 4, 4};
  problem.y = y;
  problem.penalty = {.l1 = 0, .l2 = 0};
  for (const LossName loss : {LossName::squared, LossName::absolute}) {
    problem.loss.name = loss;
    const Solution solution = solve(problem, {.tolerance = 1e-9, .keep_dual = false});
    EXPECT_EQ(solution.status, Status::converged) << to_string(loss) << solution.reason;
  }
}

TEST(OrthogonalColumns, AreAllThatThereWasTimeFor) {
  const Repeating data;
  const OrthogonalColumns turned(data.problem, [] { return true; });
  EXPECT_EQ(columns_of(turned.problem()).size(), 0U);
}

/// The double of another column may have any coefficient, at no cost; a sum that others must have costs something.
TEST(OrthogonalColumns, AnswerToBoundsAndConstraints) {
  Repeating data;
  SolverOptions options;
  options.tolerance = 1e-8;
  const double least = 3;
  const Solution unbounded = solve(data.problem, options);
  std::vector<double> lower(6, -infinity);
  lower[4] = least;
  data.problem.bounds.lower = lower;
  const auto proven = [&] {
    const OrthogonalColumns turned(data.problem, {});
    const Solution back = turned.turned_back(solve(turned.problem(), options), options.tolerance);
    EXPECT_EQ(back.status, Status::converged) << back.certificate.relative_gap;
    EXPECT_GE(back.coef[4], least);
    return back;
  };
  EXPECT_NEAR(proven().certificate.primal, unbounded.certificate.primal, 1e-7 * unbounded.certificate.primal);
  const std::vector<double> row = {0.01, 0, 1e4, 0, 0.02, 0};
  const std::vector<double> sum = {0.5};
  data.problem.constraints = {DenseView<double>{row.data(), 1, 6, 6}, sum, sum};
  const Solution constrained = proven();
  EXPECT_GT(constrained.certificate.primal, unbounded.certificate.primal);
  EXPECT_EQ(constrained.multipliers.size(), 1U);
}

TEST(OrthogonalColumns, AskForNoPenalty) {
  const Repeating data;
  EXPECT_TRUE(may_have_orthogonal_columns(data.problem));
  const auto given = [&](auto change) {
    Problem changed = data.problem;
    change(changed);
    return may_have_orthogonal_columns(changed);
  };
  EXPECT_FALSE(given([](Problem& p) { p.penalty.l2 = 1; }));
  EXPECT_FALSE(given([](Problem& p) { p.penalty.l1 = 1; }));
  EXPECT_FALSE(given([](Problem& p) { p.intercept = Intercept::penalized; }));
}

}  // namespace
}  // namespace hingeline::internal
