// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/face_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/noisy_line.hpp"
#include "support/small_machine.hpp"

namespace hingeline::internal {
namespace {

class FaceSteps : public ::testing::TestWithParam<Machine> {
 protected:
  KernelTrainResult solve(Selection selection, double tolerance) const {
    const NoisyLine line(150, 4, is_classification(GetParam()) ? 2 : 0);
    KernelTrainOptions options = small_machine(GetParam(), tolerance);
    options.C = 2000;
    options.epsilon = 0.01;
    options.solver.selection = selection;
    return train(line.data, options);
  }
};

/// Of a large C pairs of variables take hundreds of steps for each row.
TEST_P(FaceSteps, AgreeWithPairsAndTakeFewerOfTheirSteps) {
  const KernelTrainResult pairs = solve(Selection::second_order, 1e-4);
  const KernelTrainResult blocks = solve(Selection::blocks, 1e-4);
  EXPECT_EQ(blocks.status, Status::converged);
  EXPECT_NEAR(blocks.certificate.primal, pairs.certificate.primal, 2e-4 * std::abs(pairs.certificate.primal));
  if (has_C(GetParam())) {
    EXPECT_LT(blocks.parts[0].counters.inner_steps, pairs.parts[0].counters.inner_steps);
  }
}

TEST_P(FaceSteps, LeadToTheSmallestGaps) {
  const KernelTrainResult result = solve(Selection::blocks, 1e-9);
  EXPECT_EQ(result.status, Status::converged);
  EXPECT_LE(result.certificate.relative_gap, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(FaceStep, FaceSteps,
                         ::testing::Values(Machine::c_svc, Machine::nu_svc, Machine::one_class, Machine::epsilon_svr,
                                           Machine::nu_svr),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace hingeline::internal
