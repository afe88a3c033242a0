// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/monitor.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(Monitor, PassesAreTheWorkUnlessTheyAreGiven) {
  const SolverOptions options;
  const Monitor monitor(options);
  const Solution by_work = monitor.conclude({}, Status::converged, 2.25, 7);
  EXPECT_EQ(by_work.passes, 3);
  EXPECT_EQ(by_work.work, 2.25);
  const Solution shrunk = monitor.conclude({}, Status::converged, 5, 2.25, 7);
  EXPECT_EQ(shrunk.passes, 5);
  EXPECT_EQ(shrunk.work, 2.25);
}

}  // namespace
}  // namespace hingeline::internal
