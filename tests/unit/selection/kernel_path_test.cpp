// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"
#include "support/noisy_line.hpp"
#include "support/small_machine.hpp"

namespace hingeline {
namespace {

using internal::NoisyLine;
using internal::small_machine;

TEST(KernelPath, PointsAreSingleTrainings) {
  for (const Machine machine : {Machine::c_svc, Machine::epsilon_svr, Machine::nu_svr})
    for (const Selection selection : {Selection::blocks, Selection::second_order}) {
      const NoisyLine line(200, 3, is_classification(machine) ? 3 : 0);
      KernelTrainOptions options = small_machine(machine, 1e-6);
      options.solver.selection = selection;
      std::vector<double> weights(line.data.y.size(), 1.0);
      if (machine != Machine::nu_svr)
        for (std::size_t i = 0; i < weights.size(); i += 4) weights[i] = 0;
      options.weights = weights;
      const std::vector<double> C = {0.1, 1, 10, 0.5};
      const KernelPathResult path = train_path(line.data, options, C);
      ASSERT_EQ(path.points.size(), 4);
      ASSERT_EQ(path.models.size(), 4);
      for (std::size_t k = 0; k < C.size(); ++k) {
        options.C = C[k];
        const KernelTrainResult alone = train(line.data, options);
        const PathPoint& point = path.points[k];
        EXPECT_EQ(point.C, C[k]);
        EXPECT_EQ(point.status, Status::converged);
        EXPECT_EQ(point.solver, "smo");
        EXPECT_EQ(point.support_vectors, path.models[k].support_vectors());
        EXPECT_EQ(std::ssize(path.support_rows[k]), point.support_vectors);
        EXPECT_NEAR(point.certificate.primal, alone.certificate.primal, 2e-6 * alone.certificate.primal);
        const std::vector<double> values = decision_values(path.models[k], line.data.x);
        const std::vector<double> expected = decision_values(alone.model, line.data.x);
        for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 0.02);
      }
    }
}

/// Beyond some C no row is at its bound, and the answer that of before: nothing is left to do but to prove it.
TEST(KernelPath, EndsWhereNoRowIsAtItsBound) {
  for (const Machine machine : {Machine::c_svc, Machine::epsilon_svr}) {
    const NoisyLine line(150, 3, is_classification(machine) ? 2 : 0);
    KernelTrainOptions options = small_machine(machine, 1e-4);
    options.kernel.gamma = 3;
    const std::vector<double> C = {100, 1000, 1e4};
    const KernelPathResult path = train_path(line.data, options, C);
    for (const PathPoint& point : path.points) EXPECT_EQ(point.status, Status::converged);
    EXPECT_LE(path.points[1].passes, 1) << to_string(machine);
    EXPECT_LE(path.points[2].passes, 1) << to_string(machine);
  }
}

/// A tube that holds all targets leaves s at 0, of which no multiple is any better.
TEST(KernelPath, GoesOnFromNothing) {
  const NoisyLine line(50, 3, 0);
  KernelTrainOptions options = small_machine(Machine::epsilon_svr, 1e-4);
  options.epsilon = 100;
  const std::vector<double> C = {1, 2, 3};
  for (const PathPoint& point : train_path(line.data, options, C).points) {
    EXPECT_EQ(point.status, Status::converged);
    EXPECT_EQ(point.support_vectors, 0);
  }
}

/// What is known of a path's products is known within their error, however long it is.
TEST(KernelPath, ErrorsDoNotGrowUnseen) {
  const NoisyLine line(150, 3, 2);
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-6);
  options.kernel.gamma = 1e-4;  // kernel values that have most of their digits in common
  const KernelPathResult path = train_path(line.data, options, geometric_grid(1, 1e5, 30));
  for (std::size_t k = 0; k < path.points.size(); k += 7) {
    const PathPoint& point = path.points[k];
    EXPECT_EQ(point.status, Status::converged) << point.C;
    options.C = point.C;
    options.solver.selection = Selection::second_order;
    EXPECT_NEAR(train(line.data, options).certificate.primal, point.certificate.primal, 2e-6 * point.certificate.primal)
        << point.C;
  }
}

TEST(KernelPath, RefusesMachinesWithoutACost) {
  const NoisyLine line(50, 3, 2);
  const std::vector<double> C = {1, 2};
  EXPECT_THROW(train_path(line.data, small_machine(Machine::nu_svc, 1e-6), C), InvalidParameter);
  const std::vector<double> negative = {1, -2};
  EXPECT_THROW(train_path(line.data, small_machine(Machine::c_svc, 1e-6), negative), InvalidParameter);
}

TEST(KernelPath, EndsWithItsTime) {
  const NoisyLine line(50, 3, 2);
  KernelTrainOptions options = small_machine(Machine::c_svc, 1e-6);
  options.solver.solver.max_seconds = 1e-9;
  const std::vector<double> C = {1, 2};
  const KernelPathResult path = train_path(line.data, options, C);
  EXPECT_EQ(path.points.size(), 1);
  EXPECT_EQ(path.points[0].status, Status::max_seconds);
}

}  // namespace
}  // namespace hingeline
