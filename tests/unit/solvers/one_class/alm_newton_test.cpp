// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/one_class/alm_newton.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "core/random.hpp"
#include "data/rows.hpp"

namespace hingeline::internal {
namespace {

/// Three hundred rows of four columns from 1/100 to 10 wide, and s of the first hundred at their bound.
struct WideColumns {
  explicit WideColumns(double unit) {
    Random random(5);
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = unit * std::pow(10, static_cast<double>(k % cols) - 2) * (random.normal() + 1);
    problem.x = DenseView<double>{values.data(), rows, cols, cols};
    problem.nu = 1.0 / 3;
    kernel.x = problem.x;
    kernel.machine = Machine::one_class;
    program = quadratic_program(kernel);
    std::fill_n(s.begin(), 100, 1.0);
    for (std::int64_t i = 0; i < rows; ++i) x().add(i, s[static_cast<std::size_t>(i)], w.data());
    std::vector<double> squared_norms;
    for (std::int64_t i = 0; i < rows; ++i) {
      z[static_cast<std::size_t>(i)] = x().dot(i, w.data());
      squared_norms.push_back(x().squared_norm(i));
    }
    scale = kernel_scale(program, squared_norms, 0);
    proof = certify(program, s, z, scale);
  }

  DenseRows<double> x() const { return DenseRows<double>(std::get<DenseView<double>>(problem.x)); }

  Solution solve(const SolverOptions& options) const {
    return one_class_alm_newton(problem, program, scale, {s, w, z, proof.intercepts[0], proof.certificate.gap},
                                options);
  }

  static constexpr std::int64_t rows = 300;
  static constexpr std::int32_t cols = 4;
  std::vector<double> values = std::vector<double>(1200);
  OneClassProblem problem;
  KernelProblem kernel;
  QuadraticProgram program;
  std::vector<double> s = std::vector<double>(300);
  std::vector<double> w = std::vector<double>(4);
  std::vector<double> z = std::vector<double>(300);
  KernelScale scale;
  KernelProof proof;
};

TEST(OneClassAlmNewton, KeepsItsPromiseAndTheSum) {
  const WideColumns wide(1);
  SolverOptions options;
  options.tolerance = 1e-9;
  const Solution solution = wide.solve(options);
  ASSERT_EQ(solution.status, Status::converged);
  std::vector<double> u(4);
  double sum = 0;
  double primal = 0.5 * dot(solution.coef, solution.coef) + 100 * solution.intercept;
  for (std::int64_t i = 0; i < wide.rows; ++i) {
    const double s = solution.dual_coef[static_cast<std::size_t>(i)];
    EXPECT_GE(s, 0);
    EXPECT_LE(s, 1);
    sum += s;
    wide.x().add(i, s, u.data());
    primal += std::max(0.0, -(wide.x().dot(i, solution.coef.data()) + solution.intercept));
  }
  EXPECT_NEAR(sum, 100, 1e-10);
  EXPECT_NEAR(solution.certificate.primal, primal, 1e-11 * std::abs(primal));
  EXPECT_NEAR(-0.5 * dot(u, u), primal, 1e-8 * std::abs(primal));
}

TEST(OneClassAlmNewton, UnitsHardlyMatter) {
  for (const double unit : {0x1p-40, 1.0, 0x1p+40}) {
    const Solution solution = WideColumns(unit).solve({});
    EXPECT_EQ(solution.status, Status::converged) << unit;
    EXPECT_LE(solution.passes, 25) << unit;
  }
}

TEST(OneClassAlmNewton, SaysTheObjectiveAndNotThatOfItsSteps) {
  SolverOptions options;
  options.tolerance = 1e-9;
  double least = infinity;
  options.callback = [&](const Progress& now) {
    least = std::min(least, now.primal);
    return true;
  };
  const Solution solution = WideColumns(1).solve(options);
  EXPECT_NEAR(least, solution.certificate.primal, 1e-3 * std::abs(solution.certificate.primal));
}

}  // namespace
}  // namespace hingeline::internal
