// SPDX-License-Identifier: BSD-3-Clause
#include "models/training_rows.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/infinity.hpp"

namespace hingeline::internal {
namespace {

Certificate certificate(double primal, double gap, double relative_gap) {
  return {.primal = primal, .dual = primal - gap, .gap = gap, .relative_gap = relative_gap};
}

TEST(SumOfCertificates, WeighsRelativeGapsByWhatTheyAreMeasuredBy) {
  const std::array parts = {certificate(10, 1, 0.1), certificate(30, 1, 1.0 / 30)};
  EXPECT_DOUBLE_EQ(sum(parts).relative_gap, 2.0 / 40);
}

TEST(SumOfCertificates, ProvesNothingWhereAPartDoesNot) {
  for (const Certificate& unproven : {certificate(infinity, 1e308, infinity), certificate(5, infinity, infinity)}) {
    EXPECT_EQ(sum(std::array{unproven}).relative_gap, infinity);
    EXPECT_EQ(sum(std::array{certificate(10, 1, 0.1), unproven}).relative_gap, infinity);
  }
}

}  // namespace
}  // namespace hingeline::internal
