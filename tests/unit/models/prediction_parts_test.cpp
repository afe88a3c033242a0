// SPDX-License-Identifier: BSD-3-Clause
#include "models/prediction_parts.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace hingeline::internal {
namespace {

std::vector<std::pair<std::int64_t, std::int64_t>> prediction_parts(std::int64_t rows, std::size_t outputs,
                                                                    int threads) {
  std::vector<std::pair<std::int64_t, std::int64_t>> parts;
  for_each_prediction_part(rows, outputs, threads,
                           [&](std::int64_t first, std::int64_t count) { parts.emplace_back(first, count); });
  return parts;
}

TEST(PredictionParts, AreAsLargeAsMemoryAllowsAndThreadsNeed) {
  using Parts = std::vector<std::pair<std::int64_t, std::int64_t>>;
  EXPECT_EQ(prediction_parts(0, 3, 2), Parts());
  EXPECT_EQ(prediction_parts(1000000, 1, 2), (Parts{{0, 1000000}}));
  EXPECT_EQ(prediction_parts(1000, 19900, 1), (Parts{{0, 421}, {421, 421}, {842, 158}}));
  EXPECT_EQ(prediction_parts(1000, 19900, 2), (Parts{{0, 480}, {480, 480}, {960, 40}}));
}

}  // namespace
}  // namespace hingeline::internal
