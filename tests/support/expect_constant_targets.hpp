// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::support {

/// Targets that are all the same: the best constant is the answer but for rounding, and nothing is to be gained over
/// it.
inline void expect_constant_targets_solved(std::int64_t rows, const SolverOptions& options) {
  internal::Random random(3);
  std::vector<double> x(static_cast<std::size_t>(4 * rows));
  for (double& value : x) value = random.normal();
  for (const double target : {0.3, 3.0}) {
    const std::vector<double> y(static_cast<std::size_t>(rows), target);
    Problem problem;
    problem.x = DenseView<double>{x.data(), rows, 4, 4};
    problem.y = y;
    for (const LossName loss : {LossName::squared, LossName::expectile}) {
      problem.loss = {.name = loss};
      const Solution solution = solve(problem, options);
      EXPECT_EQ(solution.status, Status::converged) << to_string(loss) << ", " << target;
      EXPECT_LE(solution.passes, 10);
    }
  }
}

}  // namespace hingeline::support
