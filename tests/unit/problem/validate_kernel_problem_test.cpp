// SPDX-License-Identifier: BSD-3-Clause
#include "problem/validate_kernel_problem.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

TEST(ValidateKernelProblem, ProblemsOfNegativeSizeAreRefused) {
  const std::vector<double> x(60, 1.0);
  for (const Machine machine : {Machine::c_svc, Machine::one_class, Machine::epsilon_svr}) {
    KernelProblem problem;
    problem.machine = machine;
    problem.x = DenseView<double>{x.data(), -60, 1, 1};
    problem.y = x;
    EXPECT_THROW(validate(problem, 1), DataError);
  }
}

}  // namespace
}  // namespace hingeline::internal
