// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel machines that are refused, watched, interrupted or out of time.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "core/sum.hpp"
#include "hingeline/error.hpp"
#include "hingeline/kernel_solve.hpp"
#include "support/kernel_machines.hpp"
#include "support/message_of.hpp"
#include "support/random_problem.hpp"
#include "support/slow_kernel.hpp"

namespace hingeline {
namespace {

using support::KernelMachines;
using support::RandomProblem;
using support::Storage;

TEST(KernelLimits, StartsAreChecked) {
  const KernelMachines random;
  const KernelProblem problem = random.problem(Machine::c_svc);
  EXPECT_THROW(solve(problem, {}, std::vector<double>(149, 0.0)), InvalidParameter);
  EXPECT_THROW(solve(problem, {}, std::vector<double>(150, NAN)), InvalidParameter);
}

TEST(KernelLimits, NamesAreChecked) {
  const KernelMachines random;
  const KernelProblem problem = random.problem(Machine::c_svc);
  KernelOptions options;
  options.selection = static_cast<Selection>(9);
  EXPECT_THROW(solve(problem, options), InvalidParameter);
  KernelProblem bad = problem;
  bad.machine = static_cast<Machine>(9);
  EXPECT_THROW(solve(bad), InvalidParameter);
  bad = problem;
  bad.kernel.name = static_cast<KernelName>(9);
  EXPECT_THROW(solve(bad), InvalidParameter);
}

TEST(KernelLimits, CostsThatAllUnderflowAreRefused) {
  const KernelMachines random;
  const std::vector<double> weights(150, 1e-10);
  for (const Machine machine : {Machine::c_svc, Machine::epsilon_svr, Machine::nu_svr}) {
    KernelProblem problem = random.problem(machine);
    problem.C = 1e-320;
    EXPECT_EQ(solve(problem).dual_coef.size(), 150U) << to_string(machine);
    problem.weights = weights;
    EXPECT_EQ(support::message_of<InvalidParameter>([&] { solve(problem); }),
              "C: 1e-320 given, must be larger, as its product with every weight is 0")
        << to_string(machine);
  }
}

/// Running products drift: that no pair violates by more than their rounding is the end, whatever is asked for.
TEST(KernelLimits, AToleranceBelowRoundingEnds) {
  const KernelMachines random;
  const KernelProblem problem = random.problem(Machine::c_svc);
  KernelOptions options;
  options.violation = 1e-300;
  for (const Selection selection : {Selection::second_order, Selection::first_order}) {
    options.selection = selection;
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::numerical);
    EXPECT_LT(solution.passes, 20000);
    EXPECT_LE(solution.violation, 1e-12);
  }
}

TEST(KernelLimits, InfeasibleNuIsRefused) {
  const std::vector<double> x = {1, 2, 3, 4};
  const std::vector<double> y = {1, -1, -1, -1};
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 4, 1, 1};
  problem.y = y;
  problem.machine = Machine::nu_svc;
  problem.nu = 0.5;  // the edge: 2 x 1 / 4
  EXPECT_EQ(solve(problem).status, Status::converged);
  problem.nu = 0.51;
  EXPECT_THROW(solve(problem), InvalidParameter);
  problem.nu = 0;
  EXPECT_THROW(solve(problem), InvalidParameter);
}

TEST(KernelLimits, ProgressSaysWhatTheGapIs) {
  const RandomProblem random(300, 4, Loss{LossName::hinge}, 5);
  const Problem rows = random.problem(Storage::dense_double);
  KernelProblem problem;
  problem.x = rows.x;
  problem.y = rows.y;
  problem.C = 100;
  for (const Selection selection : {Selection::blocks, Selection::second_order}) {
    KernelOptions options;
    options.selection = selection;
    double least = HUGE_VAL;
    options.solver.callback = [&](const Progress& now) {
      EXPECT_FALSE(now.certified);
      EXPECT_GE(now.primal, now.dual - 1e-6 * std::abs(now.primal));
      least = std::min(least, now.relative_gap);
      return true;
    };
    const KernelSolution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::converged);
    EXPECT_LT(least, 0.1) << to_string(selection);
  }
}

/// Neither the products to begin with nor those of rows set aside are waited for.
TEST(KernelLimits, PairsAreInterruptedInTheirProducts) {
  const KernelMachines random;
  const std::atomic<bool> interrupt = true;
  KernelOptions options;
  options.selection = Selection::second_order;
  options.solver.interrupt = &interrupt;
  const KernelProblem problem = random.problem(Machine::nu_svc);
  const KernelSolution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::interrupted);
  const auto chosen = std::ranges::count_if(solution.dual_coef, [](double s) { return s != 0; });
  EXPECT_LT(solution.counters.kernel_evaluations, 2 * 150 * chosen) << "those of the proof";
}

TEST(KernelLimits, PairsDoNotBeginOutOfTime) {
  const KernelMachines random;
  const std::atomic<bool> interrupt = true;
  KernelOptions options;
  options.solver.interrupt = &interrupt;
  for (const Selection selection : {Selection::second_order, Selection::first_order}) {
    options.selection = selection;
    const KernelSolution solution = solve(random.problem(Machine::c_svc), options);
    EXPECT_EQ(solution.status, Status::interrupted);
    EXPECT_EQ(solution.counters.kernel_evaluations, 0) << to_string(selection);
  }
}

/// A step needs two rows of the kernel matrix, which are 16 million multiplications here.
TEST(KernelLimits, PairsOfLongRowsLookAtTheClock) {
  const RandomProblem random(4000, 2000, Loss{LossName::hinge}, 3);
  const Problem linear = random.problem(Storage::dense_float);
  KernelProblem problem;
  problem.x = linear.x;
  problem.y = linear.y;
  problem.kernel.gamma = 1e-3;
  KernelOptions options;
  options.selection = Selection::second_order;
  options.solver.max_seconds = 0.05;
  const KernelSolution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::max_seconds);
  EXPECT_LT(solution.counters.inner_steps, 64);
}

/// Of 10,000 rows, which take longer than a proof may go on past a limit.
TEST(KernelLimits, BlocksWaitForNoProducts) {
  const RandomProblem random(10000, 100, Loss{LossName::hinge}, 3);
  const Problem linear = random.problem(Storage::dense_float);
  KernelProblem problem;
  problem.x = linear.x;
  problem.y = linear.y;
  problem.machine = Machine::one_class;
  KernelOptions options;
  options.solver.max_seconds = 1e-3;
  const KernelSolution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::max_seconds);
  EXPECT_EQ(solution.counters.kernel_evaluations, 0);
  EXPECT_EQ(internal::sum(solution.dual_coef), 5000);
  EXPECT_EQ(solution.certificate.dual, -HUGE_VAL);
  EXPECT_EQ(solution.certificate.relative_gap, HUGE_VAL);
  EXPECT_NE(solution.reason.find("before anything was proven"), std::string::npos) << solution.reason;
}

TEST(KernelLimits, BoundsHoldWhereverItIsStopped) {
  const RandomProblem random(500, 20, Loss{LossName::hinge}, 3);
  const Problem linear = random.problem(Storage::dense_float);
  KernelProblem problem;
  problem.x = linear.x;
  problem.y = linear.y;
  problem.kernel.gamma = 0.1;
  problem.C = 10;
  const double best = solve(problem).certificate.primal;
  for (double seconds = 2.5e-5; seconds < 0.5; seconds *= 4) {
    KernelOptions options;
    options.solver.max_seconds = seconds;
    const KernelSolution stopped = solve(problem, options);
    const auto primal = static_cast<double>(support::slow_kernel_primal(problem, stopped));
    EXPECT_GE(stopped.certificate.primal, (1 - 1e-9) * primal) << seconds;
    EXPECT_LE(stopped.certificate.dual, best) << seconds;
  }
}

/// Cubes of rows that far from 0 have no digits for the answer: pairs move away from where no row has a part.
TEST(KernelLimits, NoAnswerIsWorseThanZero) {
  const KernelMachines random;
  KernelProblem problem = random.problem(Machine::nu_svr);
  problem.kernel = {.name = KernelName::polynomial, .gamma = 1e6, .degree = 3};
  problem.C = 1e6;
  const KernelSolution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::numerical);
  EXPECT_LE(solution.certificate.relative_gap, 1 + 1e-9);
}

/// Of an indefinite kernel whose values have no digits for a violation of 1e-3.
TEST(KernelLimits, PairsThatGainNothingEnd) {
  internal::Random random(5);
  std::vector<double> x, y;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 2; ++j) x.push_back(100 + random.normal());
    y.push_back(i % 2 == 0 ? 1 : -1);
  }
  KernelProblem problem;
  problem.x = DenseView<double>{x.data(), 12, 2, 2};
  problem.y = y;
  problem.kernel = {.name = KernelName::polynomial, .gamma = 1, .degree = 3, .coef0 = -1};
  KernelOptions options;
  options.solver.max_passes = std::int64_t{1} << 40;
  const KernelSolution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::numerical) << solution.violation;
  EXPECT_GT(solution.violation, 1e-3);
}

TEST(KernelLimits, LimitsAreKept) {
  const KernelMachines random;
  const KernelProblem problem = random.problem(Machine::c_svc);
  for (const Selection selection : {Selection::blocks, Selection::cyclic}) {
    KernelOptions options;
    options.selection = selection;
    options.violation = 1e-10;
    options.solver.max_passes = 1;
    EXPECT_EQ(solve(problem, options).status, Status::max_passes);
    options.solver.callback = [](const Progress&) { return false; };
    const KernelSolution stopped = solve(problem, options);
    EXPECT_EQ(stopped.status, Status::interrupted);
    EXPECT_NEAR(stopped.certificate.primal, static_cast<double>(support::slow_kernel_primal(problem, stopped)),
                1e-9 * stopped.certificate.primal);
  }
}

}  // namespace
}  // namespace hingeline
