// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/sample_sizes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace hingeline::internal {
namespace {

constexpr AfterSamples every_case[] = {AfterSamples::bands, AfterSamples::newton_step, AfterSamples::chord_steps};

TEST(SampleSizes, AscendToFewerThanAllRows) {
  for (const AfterSamples after : every_case)
    for (const std::size_t variables : {1U, 19U, 129U, 1000U})
      for (const std::int64_t rows : {30000, 100000, 581012, 5000000, 200000000}) {
        std::vector<std::int64_t> sizes = sample_sizes(rows, variables, after);
        sizes.push_back(rows);
        EXPECT_EQ(std::adjacent_find(sizes.begin(), sizes.end(), std::greater_equal()), sizes.end())
            << variables << " of " << rows;
        EXPECT_GE(sizes.front(), std::min(rows, 30 * static_cast<std::int64_t>(variables)));
      }
}

TEST(SampleSizes, AreEmptyForFewRows) {
  for (const AfterSamples after : every_case) {
    EXPECT_TRUE(sample_sizes(25000, 10, after).empty());
    EXPECT_TRUE(sample_sizes(75000, 1000, after).empty());
    EXPECT_FALSE(sample_sizes(26000, 10, after).empty());
  }
}

TEST(SampleSizes, EndAtAnEighthBeforeChordSteps) {
  EXPECT_EQ(sample_sizes(5000000, 19, AfterSamples::chord_steps).back(), 625000);
  EXPECT_EQ(sample_sizes(1000000, 19, AfterSamples::chord_steps).back(), 125000);
  EXPECT_EQ(sample_sizes(40000, 19, AfterSamples::chord_steps), std::vector<std::int64_t>{10000});
}

}  // namespace
}  // namespace hingeline::internal
