// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "hingeline/solve.hpp"

namespace hingeline::support {

/// That `auto` solves by reduced_newton, to 1e-6, with the same bits in memory, by one thread, as from a file, by
/// three. Returns the solution.
inline Solution expect_streamed_bits(Problem problem) {
  SolverOptions options;
  options.tolerance = 1e-6;
  const Solution in_memory = solve(problem, options);
  problem.release_rows = [](std::int64_t, std::int64_t) {};
  options.threads = 3;
  const Solution streamed = solve(problem, options);
  EXPECT_EQ(streamed.solver, "reduced_newton");
  EXPECT_EQ(streamed.coef, in_memory.coef);
  EXPECT_EQ(streamed.dual_coef, in_memory.dual_coef);
  EXPECT_EQ(streamed.multipliers, in_memory.multipliers);
  EXPECT_EQ(streamed.certificate.gap, in_memory.certificate.gap);
  return in_memory;
}

}  // namespace hingeline::support
