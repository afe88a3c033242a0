// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel machines where float, or double, cannot hold what they meet.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_solve.hpp"
#include "support/kernel_machines.hpp"
#include "support/message_of.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline {
namespace {

using support::KernelMachines;
using support::Storage;

/// Targets of 1e-20 are counted in units of their own, and so is a start.
TEST(KernelArithmetic, StartsAreInUnitsOfTheProblem) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::epsilon_svr);
  std::vector<double> y(problem.y.begin(), problem.y.end());
  for (double& value : y) value *= 1e-20;
  problem.y = y;
  problem.C *= 1e-20;
  problem.epsilon *= 1e-20;
  const KernelSolution first = solve(problem);
  ASSERT_EQ(first.status, Status::converged);
  const KernelSolution again = solve(problem, {}, first.dual_coef);
  EXPECT_EQ(again.status, Status::converged);
  EXPECT_LT(again.counters.inner_steps, first.counters.inner_steps / 5);
}

TEST(KernelArithmetic, ScalesFloatCannotHold) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::c_svc, Storage::dense_double);
  const auto& view = std::get<DenseView<double>>(problem.x);
  std::vector<double> far(view.values, view.values + 150 * 6);
  for (double& value : far) value = 1e4 * value + 3e8;
  problem.x = DenseView<double>{far.data(), 150, 6, 6};
  problem.kernel.gamma = 0.3e-8;
  KernelOptions options;
  options.solver.tolerance = 1e-8;
  const KernelSolution blocks = solve(problem, options);
  options.selection = Selection::second_order;
  EXPECT_EQ(blocks.status, Status::converged);
  EXPECT_NEAR(blocks.certificate.primal, solve(random.problem(Machine::c_svc), options).certificate.primal,
              1e-5 * blocks.certificate.primal);
}

/// In powers of two no digit changes. Sums of 1e-20 in float once made a dual above the optimum.
TEST(KernelArithmetic, TargetsMayBeInAnyUnits) {
  const KernelMachines random;
  for (const Machine machine : {Machine::epsilon_svr, Machine::nu_svr})
    for (const Selection selection : {Selection::blocks, Selection::second_order})
      for (const int exponent : {-300, -66, -40, 60, 120, 300}) {
        SCOPED_TRACE(fmt::format("{}, {}, 2^{}", to_string(machine), to_string(selection), exponent));
        KernelProblem problem = random.problem(machine);
        KernelOptions options;
        options.selection = selection;
        double last_primal = 0;
        options.solver.callback = [&](const Progress& progress) {
          last_primal = progress.primal;
          return true;
        };
        const KernelSolution expected = solve(problem, options);
        const double expected_primal = last_primal;
        std::vector<double> y;
        for (const double target : problem.y) y.push_back(std::ldexp(target, exponent));
        problem.y = y;
        problem.C = std::ldexp(problem.C, exponent);
        problem.epsilon = std::ldexp(problem.epsilon, exponent);
        const KernelSolution solution = solve(problem, options);
        EXPECT_EQ(solution.status, Status::converged);
        EXPECT_EQ(solution.certificate.primal, std::ldexp(expected.certificate.primal, 2 * exponent));
        EXPECT_EQ(solution.certificate.dual, std::ldexp(expected.certificate.dual, 2 * exponent));
        EXPECT_EQ(solution.certificate.relative_gap, expected.certificate.relative_gap);
        EXPECT_EQ(solution.violation, std::ldexp(expected.violation, exponent));
        EXPECT_EQ(solution.intercept, std::ldexp(expected.intercept, exponent));
        EXPECT_EQ(solution.half_width, std::ldexp(expected.half_width, exponent));
        EXPECT_EQ(last_primal, std::ldexp(expected_primal, 2 * exponent));
        for (std::size_t i = 0; i < y.size(); ++i)
          EXPECT_EQ(solution.dual_coef[i], std::ldexp(expected.dual_coef[i], exponent));
      }
}

/// Columns far from 0: rounding of sums of kernel values hides what rows at their margins cost, until they are summed in
/// twice the digits.
TEST(KernelArithmetic, WhatConvergedIsWithinTheTolerance) {
  int numerical = 0;
  for (const Machine machine : {Machine::c_svc, Machine::epsilon_svr})
    for (const double C : {1.0, 1e3, 1e6, 1e8}) {
      SCOPED_TRACE(fmt::format("{}, C {}", to_string(machine), C));
      internal::Random random(5);
      std::vector<double> x, y;
      for (int i = 0; i < 100; ++i) {
        double sum = 0;
        for (int j = 0; j < 5; ++j) {
          const double value = random.normal();
          x.push_back(100 + value);
          sum += value;
        }
        y.push_back(machine == Machine::epsilon_svr ? sum : sum > 0 ? 1 : -1);
      }
      KernelProblem problem;
      problem.x = DenseView<double>{x.data(), 100, 5, 5};
      problem.y = y;
      problem.machine = machine;
      problem.kernel = {.name = KernelName::polynomial, .gamma = 1, .degree = 2};
      problem.C = C;
      problem.epsilon = 0.1;
      KernelOptions options;
      options.solver.tolerance = 1e-6;
      const KernelSolution solution = solve(problem, options);
      const long double primal = support::slow_kernel_primal(problem, solution);
      const long double gap = primal - support::slow_kernel_dual(problem, solution);
      const double stated = solution.certificate.gap;
      EXPECT_NEAR(static_cast<double>(gap), stated, 2e-2 * stated + 1e-9 * static_cast<double>(primal));
      if (solution.status == Status::converged) {
        EXPECT_LE(gap, 2e-6 * primal);
      } else {
        EXPECT_EQ(solution.status, Status::numerical);
        EXPECT_NE(solution.reason.find("columns should be centred"), std::string::npos) << solution.reason;
        ++numerical;
      }
    }
  EXPECT_GT(numerical, 0);
}

/// So small that squares of floats are 0: of no pair is the gain known.
TEST(KernelArithmetic, GainsThatUnderflowChooseNoPairThatMayNotMove) {
  internal::Random random(3);
  std::vector<double> x, y;
  for (int i = 0; i < 100; ++i) {
    for (int j = 0; j < 3; ++j) x.push_back(1e5 * random.normal());
    y.push_back(x.back() + 1e5 * random.normal() > 0 ? 1 : -1);
  }
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 100, 3, 3};
  problem.y = y;
  problem.kernel = {.name = KernelName::polynomial, .gamma = 1};
  problem.C = 1e-34;
  KernelOptions options;
  options.solver.tolerance = 1e-6;
  const KernelSolution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::converged);
  EXPECT_LE(solution.certificate.dual, solution.certificate.primal);
  for (std::size_t i = 0; i < y.size(); ++i) {
    EXPECT_GE(solution.dual_coef[i] * y[i], 0);
    EXPECT_LE(solution.dual_coef[i] * y[i], problem.C);
  }
}

/// A column far from 0: what kernel values have in common leaves a float's pairs no digits.
TEST(KernelArithmetic, PairsInDoubleTakeOverWhereFloatsAreStuck) {
  const std::vector<double> x = {1000.1, 1000.2, 1000.3};
  const std::vector<double> y = {-13.64, -7.99, 8.09};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 3, 1, 1};
  problem.y = y;
  problem.machine = Machine::epsilon_svr;
  problem.kernel.name = KernelName::linear;
  problem.C = 1000;
  const KernelSolution solution = solve(problem, {});
  EXPECT_EQ(solution.status, Status::converged) << solution.certificate.relative_gap;
  EXPECT_LT(solution.passes, 1000);
}

/// Balanced classes of rows far from each other: K is the identity, s = y and P = n / 2.
TEST(KernelArithmetic, KernelValuesOfFarRowsAreThoseOfTheFormula) {
  constexpr std::int64_t n = 40;
  constexpr std::int32_t features = 30;
  internal::Random random(3);
  std::vector<double> values(static_cast<std::size_t>(n * features));
  std::generate(values.begin(), values.end(), [&] { return 1e6 * random.normal(); });
  std::vector<double> y(n);
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = i % 2 == 0 ? 1 : -1;
  KernelProblem problem;
  problem.x = DenseView<double>{values.data(), n, features, features};
  problem.y = y;
  for (const double gamma : {1e-3, 1e3, 1e9, 1e290})
    for (const Selection selection : {Selection::blocks, Selection::second_order}) {
      SCOPED_TRACE(fmt::format("gamma {}, selection {}", gamma, to_string(selection)));
      problem.kernel.gamma = gamma;
      KernelOptions options;
      options.selection = selection;
      const KernelSolution solution = solve(problem, options);
      ASSERT_EQ(solution.status, Status::converged) << solution.reason;
      EXPECT_GE(solution.certificate.primal, n / 2.0 * (1 - 1e-12));
      EXPECT_LE(solution.certificate.dual, n / 2.0 * (1 + 1e-12));
    }
}

/// Products of 1e74 times a gamma of 1e-75: kernel values are ordinary ones. Other gammas have the rows to suit.
TEST(KernelArithmetic, ProductsAndGammasBeyondFloatMakeOrdinaryKernels) {
  constexpr std::size_t rows = 30;
  constexpr std::size_t cols = 2;
  for (const KernelName name : {KernelName::polynomial, KernelName::sigmoid})
    for (const double gamma : {1e-75, 1e-50, 1e-20, 1e-34, 1e34, 1e40}) {
      internal::Random random(3);
      std::vector<float> x(rows * cols);
      for (float& value : x) value = static_cast<float>(std::max(0.0, random.below(4) - 1.0) / std::sqrt(10 * gamma));
      std::vector<double> y(rows);
      for (double& label : y) label = random.below(2) == 0 ? 1 : -1;
      KernelProblem problem;
      problem.x = DenseView<float>{x.data(), rows, cols, cols};
      problem.y = y;
      problem.kernel = {name, gamma, 0, 3};
      KernelOptions options;
      const KernelSolution blocks = solve(problem, options);
      options.selection = Selection::second_order;
      const KernelSolution pairs = solve(problem, options);
      EXPECT_EQ(blocks.status, Status::converged) << to_string(name) << ", " << gamma;
      EXPECT_NEAR(blocks.certificate.primal, pairs.certificate.primal, 1e-3 * pairs.certificate.primal) << gamma;
      EXPECT_TRUE(std::ranges::all_of(blocks.dual_coef, [](double s) { return std::isfinite(s); })) << gamma;
    }
}

/// Of an indefinite kernel no value with itself bounds the others.
TEST(KernelArithmetic, PairsBeginAfreshWhereFloatsHaveOverflowed) {
  constexpr std::int64_t rows = 4;
  std::vector<double> kernel(rows * rows, 1e39);
  for (std::int64_t i = 0; i < rows; ++i) kernel[static_cast<std::size_t>(i * rows + i)] = 1;
  const std::vector<double> y = {1, -1, 1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{kernel.data(), rows, rows, rows};
  problem.y = y;
  problem.kernel.name = KernelName::precomputed;
  const KernelSolution solution = solve(problem);
  EXPECT_TRUE(std::ranges::all_of(solution.dual_coef, [](double s) { return std::isfinite(s); }));
  EXPECT_TRUE(std::isfinite(solution.intercept));
}

TEST(KernelArithmetic, KernelsBeyondDoubleAreRefused) {
  const std::vector<double> values = {1, 1e6, 1e6};
  const std::vector<double> y = {1, 1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{values.data(), 3, 1, 1};
  problem.y = y;
  for (const Selection selection : {Selection::blocks, Selection::second_order, Selection::first_order}) {
    KernelOptions options;
    options.selection = selection;
    for (const Machine machine : {Machine::c_svc, Machine::nu_svc, Machine::one_class}) {
      problem.machine = machine;
      problem.kernel = {KernelName::polynomial, 1e9, 20, 0};
      EXPECT_EQ(support::message_of<DataError>([&] { solve(problem, options); }),
                "x: row 1 (from 0): the polynomial kernel of the row with itself is too large for double: values, "
                "gamma, coef0 or degree must be smaller");
      problem.kernel = {KernelName::rbf, 1e300, 3, 0};
      EXPECT_THROW(solve(problem, options), DataError);
    }
  }
}

/// Values that a float cannot hold.
TEST(KernelArithmetic, KernelsBeyondFloatAreNot) {
  const std::vector<float> values = {1, 2, -1, -3};
  const std::vector<double> y = {1, 1, -1, -1};
  KernelProblem problem;
  problem.x = DenseView<float>{values.data(), 4, 1, 1};
  problem.y = y;
  problem.kernel = {KernelName::polynomial, 1e45, 1, 0};
  const KernelSolution solution = solve(problem);
  ASSERT_EQ(solution.status, Status::converged) << solution.reason;
  EXPECT_LE(solution.certificate.primal, 1e-44);
}

}  // namespace
}  // namespace hingeline
