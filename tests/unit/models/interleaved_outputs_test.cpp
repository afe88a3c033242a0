// SPDX-License-Identifier: BSD-3-Clause
#include "models/interleaved_outputs.hpp"

#include <gtest/gtest.h>

#include "parallel/thread_pool.hpp"

namespace hingeline::internal {
namespace {

class InterleavedOutputsOf : public ::testing::TestWithParam<std::size_t> {};

TEST_P(InterleavedOutputsOf, StandSideBySideByFeature) {
  constexpr std::size_t features = 7;
  const std::size_t outputs = GetParam();
  InterleavedOutputs interleaved(features, outputs);
  ThreadPool pool(3);
  pool.run(static_cast<std::int64_t>(outputs), [&](std::int64_t task) {
    const std::size_t k = outputs - 1 - static_cast<std::size_t>(task);
    std::vector<double> coef;
    for (std::size_t j = 0; j < features; ++j) coef.push_back(static_cast<double>(100 * j + k));
    interleaved.put(k, std::move(coef));
  });
  const std::vector<double> coef = interleaved.take();
  ASSERT_EQ(coef.size(), features * outputs);
  for (std::size_t j = 0; j < features; ++j)
    for (std::size_t k = 0; k < outputs; ++k) EXPECT_EQ(coef[j * outputs + k], static_cast<double>(100 * j + k));
}

INSTANTIATE_TEST_SUITE_P(Outputs, InterleavedOutputsOf, ::testing::Values(1, 2, 7, 8, 9, 16, 27));

}  // namespace
}  // namespace hingeline::internal
