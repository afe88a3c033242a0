// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/barrier_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <string>
#include <vector>

#include "hingeline/kernel_solve.hpp"
#include "support/noisy_line.hpp"

namespace hingeline::internal {
namespace {

/// Rows of which one column is far from 0 and wide, as frequencies are beside shares.
class BarrierSteps : public ::testing::TestWithParam<Machine> {
 protected:
  static constexpr std::int64_t rows = 600;

  BarrierSteps() : line_(rows, 4, is_classification(GetParam()) ? 2 : 0) {
    for (std::size_t k = 0; k < line_.x.size(); k += 4) line_.x[k] = 3000 + 2000 * line_.x[k];
    for (double& y : line_.y)
      if (is_classification(GetParam())) y = 2 * y - 1;
    problem_.x = line_.data.x;
    problem_.y = line_.y;
    problem_.machine = GetParam();
    problem_.kernel.name = KernelName::linear;
    problem_.C = 10;
    problem_.nu = 0.3;
    options_.solver.tolerance = 1e-5;
  }

  /// A solve at its start.
  struct Begun {
    Begun(const KernelProblem& problem, const KernelOptions& options) : task(problem, options, memory, memo) {}

    SmoMemory memory;
    const SmoMemo memo;
    const SmoTask task;
    SmoPoint point = task.start();
    BarrierStep step{task};
  };

  /// Of a.
  static KernelProof proof(Begun& begun, const std::vector<double>& a) {
    begun.point.a = a;
    return begun.task.prove(begun.point);
  }

  NoisyLine line_;
  KernelProblem problem_;
  KernelOptions options_;
};

TEST_P(BarrierSteps, EndWhatPairsTakeLongFor) {
  options_.solver.max_passes = 100;
  const KernelSolution solution = solve(problem_, options_);
  EXPECT_EQ(solution.status, Status::converged);
  const bool by_barrier = solution.reason.find("interior point") != std::string::npos;
  EXPECT_TRUE(by_barrier || GetParam() == Machine::one_class) << solution.reason;
  EXPECT_LE(solution.certificate.relative_gap, 1e-5);
  EXPECT_LT(std::ranges::count_if(solution.dual_coef, [](double s) { return s != 0; }), rows);
}

TEST_P(BarrierSteps, AreTakenOnce) {
  Begun begun(problem_, options_);
  EXPECT_TRUE(begun.step.is_left());
  EXPECT_FALSE(begun.step.pays(0));
  EXPECT_TRUE(begun.step.pays(1e9));
  ASSERT_TRUE(begun.step.prepare(false));
  ASSERT_TRUE(begun.step.run(begun.point));
  EXPECT_FALSE(begun.step.is_left());
  EXPECT_TRUE(begun.task.accepts(proof(begun, begun.step.inner())));
}

TEST_P(BarrierSteps, EndWhenTimeIsOver) {
  const std::atomic<bool> now = true;
  options_.solver.interrupt = &now;
  Begun begun(problem_, options_);
  ASSERT_TRUE(begun.step.prepare(false));
  EXPECT_FALSE(begun.step.run(begun.task.start()));
}

/// A C so large that Theta leaves s fewer digits than it has.
TEST_P(BarrierSteps, RoundToTheLastDigits) {
  if (GetParam() != Machine::epsilon_svr && GetParam() != Machine::nu_svr) GTEST_SKIP() << "has digits to spare";
  problem_.C = 1e5;
  Begun begun(problem_, options_);
  ASSERT_TRUE(begun.step.prepare(false));
  ASSERT_TRUE(begun.step.run(begun.point));
  const double gap_of_inner = proof(begun, begun.step.inner()).certificate.gap;
  EXPECT_LT(proof(begun, begun.step.rounded()).certificate.gap, 0.5 * gap_of_inner);
}

/// Whose zeros stay where they are.
TEST_P(BarrierSteps, TakeSparseRows) {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (std::size_t k = 0; k < line_.x.size(); ++k) {
    if (k % 4 != 1 || k % 3 == 0) {
      columns.push_back(static_cast<std::int32_t>(k % 4));
      values.push_back(line_.x[k]);
    }
    if (k % 4 == 3) offsets.push_back(std::ssize(values));
  }
  problem_.x = CsrView<float>{offsets.data(), columns.data(), values.data(), rows, 4};
  Begun begun(problem_, options_);
  ASSERT_TRUE(begun.step.prepare(false));
  ASSERT_TRUE(begun.step.run(begun.point));
  EXPECT_TRUE(begun.task.accepts(proof(begun, begun.step.inner())));
}

/// Of a matrix that has all but full rank.
TEST_P(BarrierSteps, NeedMemory) {
  problem_.kernel.name = KernelName::rbf;
  problem_.kernel.gamma = 1;
  options_.cache_megabytes = 1;
  Begun begun(problem_, options_);
  EXPECT_FALSE(begun.step.prepare(false));
  EXPECT_TRUE(begun.step.is_left());
  EXPECT_FALSE(begun.step.prepare(true));
  EXPECT_FALSE(begun.step.is_left());
}

INSTANTIATE_TEST_SUITE_P(BarrierStep, BarrierSteps,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace hingeline::internal
