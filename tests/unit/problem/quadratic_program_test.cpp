// SPDX-License-Identifier: BSD-3-Clause
#include "problem/quadratic_program.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/random.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

/// 60 rows of one feature, with targets and weights for every machine.
struct ProgramRows {
  ProgramRows() {
    Random random(5);
    for (int i = 0; i < 60; ++i) {
      x.push_back(random.normal());
      classes.push_back(i % 3 == 0 ? 1 : -1);
      numbers.push_back(random.normal());
      weights.push_back(i % 7 == 0 ? 0 : 0.5 + random.uniform());
    }
  }

  KernelProblem problem(Machine machine) const {
    KernelProblem problem;
    problem.x = DenseView<double>{x.data(), 60, 1, 1};
    problem.y = is_classification(machine) ? classes : numbers;
    problem.weights = weights;
    problem.machine = machine;
    problem.C = 2;
    problem.nu = 0.3;
    return problem;
  }

  std::vector<double> x;
  std::vector<double> classes;
  std::vector<double> numbers;
  std::vector<double> weights;
};

double sum_of_sign(const QuadraticProgram& program, const std::vector<double>& a, double sign) {
  double sum = 0;
  for (std::size_t t = 0; t < a.size(); ++t)
    if (program.y[t] == sign) sum += a[t];
  return sum;
}

class FeasibleNear : public ::testing::TestWithParam<Machine> {
 protected:
  const ProgramRows rows_;
  const KernelProblem problem_ = rows_.problem(GetParam());
  const QuadraticProgram program_ = quadratic_program(problem_);
  const std::vector<double> start_ = feasible_start(problem_, program_);

  void expect_feasible(const std::vector<double>& a) const {
    for (std::size_t t = 0; t < a.size(); ++t) {
      EXPECT_GE(a[t], 0);
      EXPECT_LE(a[t], program_.upper[t]);
    }
    const double above = sum_of_sign(program_, a, 1);
    const double below = sum_of_sign(program_, a, -1);
    if (has_nu(GetParam())) {
      EXPECT_NEAR(above, sum_of_sign(program_, start_, 1), 1e-9);
      EXPECT_NEAR(below, sum_of_sign(program_, start_, -1), 1e-9);
    } else {
      EXPECT_NEAR(above, below, 1e-9);
    }
  }
};

TEST_P(FeasibleNear, BringsAnyNumbersToAFeasiblePoint) {
  Random random(8);
  for (const double size : {0.0, 1e-320, 1e-3, 1.0, 1e3}) {
    std::vector<double> s(60);
    for (double& value : s) value = size * random.normal();
    expect_feasible(feasible_near(program_, s, start_));
    for (double& value : s) value = std::abs(value);  // of one sign all of them
    expect_feasible(feasible_near(program_, s, start_));
  }
}

TEST_P(FeasibleNear, LeavesAFeasiblePointAsItIs) {
  Random random(9);
  std::vector<double> s(60);
  for (double& value : s) value = std::copysign(0.5 + random.uniform(), random.normal());  // scaled, within all bounds
  const std::vector<double> a = feasible_near(program_, s, start_);
  std::vector<double> same = row_coefs(program_, a);
  const std::vector<double> again = feasible_near(program_, same, start_);
  for (std::size_t t = 0; t < a.size(); ++t) EXPECT_NEAR(again[t], a[t], 1e-12);
  if (GetParam() != Machine::nu_svc) return;
  for (double& value : same) value /= 7;  // nu_svc's answers are scaled
  const std::vector<double> scaled = feasible_near(program_, same, start_);
  for (std::size_t t = 0; t < a.size(); ++t) EXPECT_NEAR(scaled[t], a[t], 1e-12);
}

/// A variable that rounding takes off its bound would be one that may still grow: all of them would be moved again.
TEST_P(FeasibleNear, WhatIsAtABoundStaysThereExactly) {
  std::vector<double> full(60);
  for (std::size_t i = 0; i < full.size(); ++i) full[i] = 1e3 * (i % 2 == 0 ? 1 : -1);
  const std::vector<double> a = feasible_near(program_, full, start_);
  const std::vector<double> s = row_coefs(program_, a);
  for (double factor = 1; factor < 1.1; factor += 0.01) {
    std::vector<double> scaled = s;  // as rounding of a model's coefficients leaves it, and where nu_svc, scaled
    for (double& value : scaled) value = value / factor * (GetParam() == Machine::nu_svc ? 1 : factor);
    const std::vector<double> again = feasible_near(program_, scaled, start_);
    for (std::size_t t = 0; t < a.size(); ++t) {
      if (a[t] == program_.upper[t]) {
        EXPECT_EQ(again[t], a[t]) << t << ' ' << factor;
      }
    }
  }
}

TEST_P(FeasibleNear, SumsThatStepsHaveLostAreRestored) {
  Random random(10);
  std::vector<double> s(60);
  for (double& value : s) value = random.normal();
  const std::vector<double> feasible = feasible_near(program_, s, start_);
  std::vector<double> exact = feasible;
  restore_sums(program_, start_, exact);
  std::vector<double> same = exact;
  EXPECT_EQ(restore_sums(program_, start_, same), 0);
  EXPECT_EQ(same, exact);
  for (const double share : {1e-14, 1e-9, 0.1, 0.9}) {
    std::vector<double> a = exact;
    double lost = 0;
    for (std::size_t t = 0; t < a.size(); t += 3) {
      lost += share * a[t];
      a[t] *= 1 - share;
    }
    EXPECT_NEAR(restore_sums(program_, start_, a), lost, 1e-12 + lost);
    expect_feasible(a);
    EXPECT_EQ(restore_sums(program_, start_, a), 0) << share;
    for (std::size_t t = 0; t < a.size() && share < 1e-8; ++t) EXPECT_EQ(a[t] == 0, exact[t] == 0);
  }
}

INSTANTIATE_TEST_SUITE_P(QuadraticProgram, FeasibleNear,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

/// What is between its bounds makes up for the difference of the sums, and bounds only where that is not enough.
TEST(QuadraticProgram, BoundsAreLeftLast) {
  const std::vector<double> x = {1, 2, 3, 4};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 4, 1, 1};
  problem.y = x;
  problem.machine = Machine::epsilon_svr;
  const QuadraticProgram program = quadratic_program(problem);
  const std::vector<double> start(8, 0.0);
  const auto near = [&](const std::vector<double>& s) { return row_coefs(program, feasible_near(program, s, start)); };
  const auto expect_near = [&](const std::vector<double>& s, const std::vector<double>& expected) {
    const std::vector<double> found = near(s);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found[i], expected[i], 1e-12) << i;
  };
  expect_near({1, 0.5, -1, -0.2}, {1, 0.2, -1, -0.2});
  expect_near({1, 0.1, -0.4, 0}, {0.4, 0, -0.4, 0});
  EXPECT_EQ(near({5, 0.5, -9, -0.5}), (std::vector<double>{1, 0.5, -1, -0.5}));
}

}  // namespace
}  // namespace hingeline::internal
