// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/exact_kernel.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/kernel_row_source.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

TEST(ExactKernel, OfSomeRowsHasTheirValuesUnlessTimeIsUp) {
  const support::RandomProblem random(400, 7, Loss{LossName::hinge}, 4);
  KernelProblem problem;
  problem.x = random.problem(support::Storage::dense_double).x;
  problem.kernel = {KernelName::rbf, 0.1};
  const KernelSpace space(problem.kernel, problem.x);
  ThreadPool pool(2);
  const ExactKernel kernel(problem, space, pool);
  std::vector<std::int32_t> rows;
  for (std::int32_t i = 3; i < 400; i += 2) rows.push_back(i);
  EXPECT_FALSE(kernel.among(rows, [] { return true; }));
  const std::optional<FaceKernel> among = kernel.among(rows, {});
  ASSERT_TRUE(among);
  const KernelRowSource exact = kernel_row_source(problem.kernel, problem.x);
  std::vector<double> row(400);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    exact(rows[i], row.data());
    for (std::size_t j = 0; j < rows.size(); ++j)
      EXPECT_NEAR(among->at(i, j), row[static_cast<std::size_t>(rows[j])], 1e-12) << i << ", " << j;
  }
}

}  // namespace
}  // namespace hingeline::internal
