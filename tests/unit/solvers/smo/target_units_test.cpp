// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/target_units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace hingeline::internal {
namespace {

KernelProblem svr_of(const std::vector<double>& y) {
  KernelProblem problem;
  problem.y = y;
  problem.machine = Machine::epsilon_svr;
  problem.C = 3;
  problem.epsilon = 0.25;
  return problem;
}

TEST(TargetUnits, OrdinaryTargetsAreLeftAlone) {
  const std::vector<double> y = {-2, 0.001, 1e6};
  EXPECT_TRUE(TargetUnits(svr_of(y)).are_those_of_the_problem());
  const std::vector<double> zeros = {0, 0};
  EXPECT_TRUE(TargetUnits(svr_of(zeros)).are_those_of_the_problem());
  const std::vector<double> far_off = {1e30, -1e30};
  KernelProblem classes = svr_of(far_off);
  classes.machine = Machine::c_svc;
  EXPECT_TRUE(TargetUnits(classes).are_those_of_the_problem());
}

TEST(TargetUnits, TheLargestTargetIsNextToOneInThem) {
  for (const double unit : {1e-200, 1e-12, 1e20, 1e200}) {
    const std::vector<double> y = {unit, -0.3 * unit};
    const KernelProblem given = svr_of(y);
    const TargetUnits units(given);
    ASSERT_FALSE(units.are_those_of_the_problem()) << unit;
    const KernelProblem scaled = units.problem(given);
    EXPECT_GE(scaled.y[0], 1) << unit;
    EXPECT_LT(scaled.y[0], 2) << unit;
    const double ratio = y[0] / scaled.y[0];
    EXPECT_EQ(std::exp2(std::ilogb(ratio)), ratio) << unit;
    EXPECT_EQ(scaled.y[1] * ratio, y[1]) << unit;
    EXPECT_EQ(scaled.C * ratio, given.C) << unit;
    EXPECT_EQ(scaled.epsilon * ratio, given.epsilon) << unit;
  }
}

TEST(TargetUnits, AnEpsilonThatTheMachineDoesNotHaveIsNothing) {
  const std::vector<double> y = {1e-200, 0};
  KernelProblem given = svr_of(y);
  given.machine = Machine::nu_svr;
  for (const double epsilon : {0.0, 0.25, 1e300}) {
    given.epsilon = epsilon;
    EXPECT_EQ(TargetUnits(given).problem(given).C, std::ldexp(given.C, 665)) << epsilon;
  }
}

TEST(TargetUnits, AnswersComeBackInTheProblemsOwn) {
  const std::vector<double> y = {std::ldexp(1.5, 60), 0};
  const TargetUnits units(svr_of(y));
  KernelSolution solution;
  solution.dual_coef = {1, -1};
  solution.intercept = 2;
  solution.certificate.primal = 3;
  solution.certificate.relative_gap = 1e-6;
  const KernelSolution back = units.solution(solution);
  EXPECT_EQ(back.dual_coef, (std::vector<double>{std::ldexp(1, 60), -std::ldexp(1, 60)}));
  EXPECT_EQ(back.intercept, std::ldexp(2, 60));
  EXPECT_EQ(back.certificate.primal, std::ldexp(3, 120));
  EXPECT_EQ(back.certificate.relative_gap, 1e-6);
  const SmoMemo memo = units.memo({std::ldexp(5, 60), back.dual_coef});
  EXPECT_EQ(memo.C, 5);
  EXPECT_EQ(memo.s, solution.dual_coef);
}

TEST(TargetUnits, ProgressIsTold) {
  const std::vector<double> y = {std::ldexp(1, 60)};
  double primal = 0;
  KernelOptions options;
  options.violation = std::ldexp(1, 50);
  options.solver.callback = [&](const Progress& now) { return primal = now.primal, true; };
  const KernelOptions scaled = TargetUnits(svr_of(y)).options(options);
  EXPECT_EQ(scaled.violation, std::ldexp(1, -10));
  EXPECT_TRUE(scaled.solver.callback({.primal = 7}));
  EXPECT_EQ(primal, std::ldexp(7, 120));
}

}  // namespace
}  // namespace hingeline::internal
