// SPDX-License-Identifier: BSD-3-Clause
//
// A row whose kernel values are a million times and more those of the others: it is neither what gaps are measured by
// nor what rounding is of all others, and at weight 0 it is not there.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "hingeline/kernel_solve.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline {
namespace {

/// Normal rows around (2, .., 2), the first 1,000 times as far, and a cubic kernel.
class OneFarRow : public ::testing::TestWithParam<Machine> {
 protected:
  OneFarRow() {
    internal::Random random(4);
    for (double& value : x_) value = 2 + random.normal();
    for (std::size_t i = 0; i < rows; ++i) {
      const double* row = x_.data() + i * cols;
      const double number = std::sin(2 * row[0]) + row[1] * row[2] - 4;
      y_.push_back(is_classification(GetParam()) ? std::copysign(1, number) : number);
    }
    for (std::size_t j = 0; j < cols; ++j) x_[j] *= 1000;
    problem_.x = DenseView<double>{x_.data(), rows, cols, cols};
    problem_.y = y_;
    problem_.machine = GetParam();
    problem_.kernel = {KernelName::polynomial, 0.1, 1, 3};
    problem_.C = 0.01;
    problem_.nu = 0.3;
  }

  static constexpr std::size_t rows = 600;
  static constexpr std::size_t cols = 4;
  std::vector<double> x_ = std::vector<double>(rows * cols);
  std::vector<double> y_;
  KernelProblem problem_;
};

TEST_P(OneFarRow, SaysNothingOfTheGap) {
  KernelOptions options;
  options.solver.tolerance = 1e-4;
  const KernelSolution by_gap = solve(problem_, options);
  options.selection = Selection::second_order;
  options.violation = 1e-5;
  const KernelSolution by_violation = solve(problem_, options);
  EXPECT_EQ(by_gap.status, Status::converged);
  EXPECT_LT(by_gap.certificate.primal - by_violation.certificate.dual, 1e-3 * std::abs(by_violation.certificate.dual));
}

TEST_P(OneFarRow, OfWeightZeroIsAbsent) {
  std::vector<double> weights(rows, 1.0);
  weights[0] = 0;
  KernelOptions options;
  options.solver.tolerance = 1e-6;
  KernelProblem without = problem_;
  without.x = DenseView<double>{x_.data() + cols, rows - 1, cols, cols};
  without.y = problem_.y.subspan(1);
  const KernelSolution expected = solve(without, options);
  ASSERT_EQ(expected.status, Status::converged);
  problem_.weights = weights;
  for (const double far : {1.0, 1e100}) {
    for (std::size_t j = 0; j < cols; ++j) x_[j] *= far;
    const KernelSolution solution = solve(problem_, options);
    EXPECT_EQ(solution.status, Status::converged) << far;
    EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 3e-6 * std::abs(expected.certificate.primal));
    EXPECT_EQ(solution.dual_coef[0], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(KernelFarRows, OneFarRow,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

/// Of the kernel matrix by its formula: a row that is a mark, and groups far from each other.
TEST(RbfOfFarRows, HasTheOptimumOfItsMatrix) {
  constexpr std::size_t n = 80;
  constexpr std::size_t d = 3;
  internal::Random random(6);
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < d; ++j) x.push_back(random.normal());
    y.push_back(std::copysign(1, x[i * d] * x[i * d + 1] + 0.3 * random.normal()));
    x[i * d + 2] += i % 2 == 0 ? 0 : 2e7;
  }
  x[7 * d] = 9.96e36;
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), n, d, d};
  problem.y = y;
  problem.kernel = {.name = KernelName::rbf, .gamma = 0.5};
  const std::vector<double> matrix = support::slow_kernel_matrix(problem);
  KernelProblem given = problem;
  given.kernel.name = KernelName::precomputed;
  given.x = DenseView<double>{matrix.data(), n, n, n};
  KernelOptions options;
  options.solver.tolerance = 1e-7;
  const KernelSolution expected = solve(given, options);
  ASSERT_EQ(expected.status, Status::converged);
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    options.selection = selection;
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_NEAR(solution.certificate.primal, expected.certificate.primal, 2e-7 * expected.certificate.primal);
  }
}

}  // namespace
}  // namespace hingeline
