// SPDX-License-Identifier: BSD-3-Clause
//
// The linear one-class machine, held against the same machine by its kernel and against its formulas.
#include "hingeline/one_class.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_solve.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline {
namespace {

using support::RandomProblem;
using support::Storage;

SolverOptions to(double tolerance) {
  SolverOptions options;
  options.tolerance = tolerance;
  return options;
}

double weight(const OneClassProblem& problem, std::size_t i) {
  return problem.weights.empty() ? 1 : problem.weights[i];
}

/// P(w, b) from its definition.
double slow_primal(const OneClassProblem& problem, const Solution& solution) {
  long double total = 0;
  long double weights = 0;
  for (const double w : solution.coef) total += 0.5L * w * w;
  for (std::int64_t i = 0; i < rows(problem.x); ++i) {
    const std::vector<double> row = support::slow_row(problem.x, i);
    long double z = solution.intercept;
    for (std::size_t j = 0; j < row.size(); ++j) z += static_cast<long double>(row[j]) * solution.coef[j];
    const double c = weight(problem, static_cast<std::size_t>(i));
    weights += c;
    total += c * std::max(0.0L, -z);
  }
  return static_cast<double>(total + problem.nu * weights * solution.intercept);
}

/// -1/2 |sum_i s_i x_i|^2, of a feasible s.
double slow_dual(const OneClassProblem& problem, const Solution& solution) {
  std::vector<long double> w(solution.coef.size());
  long double sum = 0;
  long double weights = 0;
  for (std::size_t i = 0; i < solution.dual_coef.size(); ++i) {
    const double s = solution.dual_coef[i];
    EXPECT_GE(s, 0);
    EXPECT_LE(s, weight(problem, i));
    sum += s;
    weights += weight(problem, i);
    const std::vector<double> row = support::slow_row(problem.x, static_cast<std::int64_t>(i));
    for (std::size_t j = 0; j < row.size(); ++j) w[j] += static_cast<long double>(s) * row[j];
  }
  EXPECT_NEAR(static_cast<double>(sum / weights), problem.nu, 1e-12);
  long double norm = 0;
  for (const long double entry : w) norm += entry * entry;
  return static_cast<double>(-norm / 2);
}

class OneClassOf : public ::testing::TestWithParam<std::tuple<Storage, double, bool>> {};

TEST_P(OneClassOf, IsTheKernelMachinesAnswer) {
  const auto& [storage, nu, weighted] = GetParam();
  const RandomProblem random(150, 30, Loss{LossName::hinge}, 3);
  OneClassProblem problem;
  problem.x = random.problem(storage).x;
  problem.nu = nu;
  if (weighted) problem.weights = random.weights();
  const Solution solution = solve(problem, to(1e-7));
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
  const double primal = slow_primal(problem, solution);
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-10 * std::abs(primal));
  EXPECT_NEAR(solution.certificate.dual, slow_dual(problem, solution), 1e-10 * std::abs(primal));

  KernelProblem kernel;
  kernel.x = problem.x;
  kernel.weights = problem.weights;
  kernel.machine = Machine::one_class;
  kernel.kernel.name = KernelName::linear;
  kernel.nu = nu;
  KernelOptions options;
  options.solver = to(1e-7);
  const KernelSolution same = solve(kernel, options);
  EXPECT_NEAR(solution.certificate.dual, same.certificate.dual, 1e-6 * std::abs(primal));
}

INSTANTIATE_TEST_SUITE_P(Problems, OneClassOf,
                         ::testing::Combine(::testing::Values(Storage::csr_float, Storage::dense_double),
                                            ::testing::Values(0.4, 0.7, 1.0), ::testing::Bool()));

TEST(OneClass, ManyRowsBeginWithASample) {
  const RandomProblem random(4500, 5, Loss{LossName::hinge}, 8);
  const std::vector<double> weights = random.weights();
  const OneClassProblem problem = {random.problem(Storage::csr_float).x, weights, 0.95};
  const Solution solution = solve(problem, to(1e-7));
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
  const double primal = slow_primal(problem, solution);
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-10 * std::abs(primal));
  EXPECT_NEAR(slow_dual(problem, solution), primal, 2e-7 * std::abs(primal));
}

/// Far more rows stay free under pairs and conjugate gradients than can be at the optimum; some have no weight.
TEST(OneClass, FewColumnsOfUnlikeScale) {
  const RandomProblem random(400, 6, Loss{LossName::hinge}, 3, 1.0);
  const std::vector<double> weights = random.weights();
  for (const double shift : {-0.3, 0.0}) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < 400; ++i)
      for (const double value : support::slow_row(random.problem(Storage::dense_double).x, i))
        values.push_back(std::pow(10, static_cast<double>(values.size() % 6) - 2) * (value + shift));
    const MatrixView x = DenseView<double>{values.data(), 400, 6, 6};
    for (const double nu : {0.1, 0.5, 0.9}) {
      const OneClassProblem problem = {x, weights, nu};
      const Solution solution = solve(problem, to(1e-7));
      ASSERT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
      EXPECT_LE(solution.passes, 60) << shift << " " << nu;
      const double rounding = 1e-7 * (solution.certificate.gap + std::abs(solution.certificate.dual));
      EXPECT_NEAR(solution.certificate.primal, slow_primal(problem, solution), rounding);
      EXPECT_NEAR(solution.certificate.dual, slow_dual(problem, solution), rounding);
    }
  }
}

/// 0 lies among the rows: few of them can be held apart from it.
TEST(OneClass, OptimumOfZero) {
  const RandomProblem random(150, 30, Loss{LossName::hinge}, 3);
  const OneClassProblem problem = {random.problem(Storage::csr_float).x, {}, 0.05};
  const Solution solution = solve(problem, to(1e-6));
  ASSERT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
  EXPECT_NEAR(solution.certificate.dual, slow_dual(problem, solution), 1e-9);
  EXPECT_NEAR(slow_primal(problem, solution), 0, 1e-5);
}

/// As long as no s is at its upper bound, s is that of another nu, scaled.
TEST(OneClass, HardlyAnyNu) {
  const RandomProblem random(150, 5, Loss{LossName::hinge}, 3);
  std::vector<double> values;
  for (std::int64_t i = 0; i < 150; ++i)
    for (const double value : support::slow_row(random.problem(Storage::csr_float).x, i))
      values.push_back(values.size() % 5 == 0 ? 100 * (value + 1) : value + 1);
  const MatrixView x = DenseView<double>{values.data(), 150, 5, 5};
  const Solution little = solve(OneClassProblem{x, {}, 1e-4}, to(1e-6));
  const Solution least = solve(OneClassProblem{x, {}, 1e-12}, to(1e-6));
  ASSERT_EQ(little.status, Status::converged);
  ASSERT_EQ(least.status, Status::converged);
  EXPECT_NEAR(std::accumulate(least.dual_coef.begin(), least.dual_coef.end(), 0.0), 150e-12, 1e-20);
  EXPECT_NEAR(1e16 * least.certificate.dual, little.certificate.dual, 1e-5 * std::abs(little.certificate.dual));
}

/// Newton's steps, too, end where arithmetic gives out; pairs then go on.
TEST(OneClass, HardlyAnyNuOfColumnsOfUnlikeScale) {
  internal::Random random(3);
  std::vector<double> values;
  for (int i = 0; i < 20; ++i)
    for (int j = 0; j < 60; ++j) values.push_back(std::pow(10, j % 8 - 4) * (random.normal() + 1));
  const Solution solution = solve(OneClassProblem{DenseView<double>{values.data(), 20, 60, 60}, {}, 1e-9}, to(1e-6));
  EXPECT_EQ(solution.status, Status::converged) << solution.reason << " " << solution.certificate.relative_gap;
}

TEST(OneClass, LayoutsAgree) {
  const RandomProblem random(100, 20, Loss{LossName::hinge}, 6);
  std::vector<Solution> answers;
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double})
    answers.push_back(solve(OneClassProblem{random.problem(storage).x, {}, 0.2}, to(1e-9)));
  for (const Solution& answer : answers) {
    ASSERT_EQ(answer.status, Status::converged);
    EXPECT_LT(answer.certificate.coef_error_bound, 1e-3);
    for (std::size_t j = 0; j < answer.coef.size(); ++j)
      EXPECT_NEAR(answer.coef[j], answers[0].coef[j], 2 * answers[0].certificate.coef_error_bound);
  }
}

TEST(OneClass, RefusesWhatIsOutOfRange) {
  const RandomProblem random(20, 3, Loss{LossName::hinge}, 1);
  const MatrixView x = random.problem(Storage::csr_float).x;
  EXPECT_THROW(solve(OneClassProblem{x, {}, 0}), InvalidParameter);
  EXPECT_THROW(solve(OneClassProblem{x, {}, 1.1}), InvalidParameter);
  const std::vector<double> short_weights = {1, 2};
  EXPECT_THROW(solve(OneClassProblem{x, short_weights, 0.5}), DataError);
}

TEST(OneClass, DoesNotLookAtRowsThatAreKnownToBeValid) {
  const std::vector<std::int64_t> offsets = {0, 2, 4};
  const std::vector<std::int32_t> columns = {1, 0, 0, 1};
  const std::vector<double> values = {1, 2, 3, 4};
  OneClassProblem problem;
  problem.x = CsrView<double>{offsets.data(), columns.data(), values.data(), 2, 2};
  EXPECT_THROW(solve(problem), DataError);
  problem.checked = true;
  EXPECT_NO_THROW(solve(problem));
}

class OneClassStops : public ::testing::Test {
 protected:
  OneClassStops() : random_(300, 40, Loss{LossName::hinge}, 2) {
    problem_.x = random_.problem(Storage::csr_double).x;
    problem_.nu = 0.3;
  }
  void expect_unfinished(Status status) const {
    const Solution solution = solve(problem_, options_);
    EXPECT_EQ(solution.status, status);
    const double primal = slow_primal(problem_, solution);
    EXPECT_NEAR(solution.certificate.primal, primal, 1e-9 * std::abs(primal));
    EXPECT_GT(solution.certificate.relative_gap, options_.tolerance);
    EXPECT_FALSE(solution.reason.empty());
  }
  RandomProblem random_;
  OneClassProblem problem_;
  SolverOptions options_ = to(1e-13);
};

TEST_F(OneClassStops, AfterMaxPasses) {
  options_.max_passes = 3;
  expect_unfinished(Status::max_passes);
}

TEST_F(OneClassStops, AfterMaxSeconds) {
  options_.max_seconds = 1e-9;
  expect_unfinished(Status::max_seconds);
}

TEST_F(OneClassStops, WhenTheCallbackSaysSo) {
  int calls = 0;
  options_.callback = [&](const Progress&) { return ++calls < 4; };
  expect_unfinished(Status::interrupted);
}

TEST_F(OneClassStops, WhenInterrupted) {
  const std::atomic<bool> interrupt = true;
  options_.interrupt = &interrupt;
  expect_unfinished(Status::interrupted);
}

}  // namespace
}  // namespace hingeline
