// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/progress/monitor.hpp"

#include <gtest/gtest.h>

namespace hingeline::internal {
namespace {

TEST(StatusAtEnd, AsksForAProofOnce) {
  int proofs = 0;
  const auto prove = [&] { return ++proofs > 0; };
  EXPECT_EQ(status_at_end(Status::max_passes, true, prove), Status::max_passes) << "refused just now";
  EXPECT_EQ(status_at_end(Status::converged, true, prove), Status::converged);
  EXPECT_EQ(proofs, 0);
  EXPECT_EQ(status_at_end(Status::max_passes, false, prove), Status::converged);
  EXPECT_EQ(proofs, 1);
}

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
