// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/row_cache.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace hingeline::internal {
namespace {

TEST(RowCache, KeepsWhatWasAskedForLast) {
  RowCache cache(10, 4, 3 * 4 * sizeof(double));
  std::vector<std::int64_t> computed;
  const auto get = [&](std::int64_t row) {
    const double* numbers = cache.get(row, [&](std::int64_t i, double* values) {
      computed.push_back(i);
      std::fill_n(values, 4, static_cast<double>(i));
    });
    EXPECT_TRUE(std::all_of(numbers, numbers + 4, [row](double value) { return value == static_cast<double>(row); }));
  };
  for (const std::int64_t row : {1, 2, 3, 1, 4, 1, 3, 2}) get(row);
  EXPECT_EQ(computed, (std::vector<std::int64_t>{1, 2, 3, 4, 2}));
  EXPECT_EQ(cache.hits(), 3);
  EXPECT_EQ(cache.misses(), 5);
  EXPECT_EQ(cache.misses(), 0);
}

TEST(RowCache, HoldsAPairHoweverFewBytes) {
  RowCache cache(10, 4, 1);
  const auto number = [](std::int64_t i, double* values) { std::fill_n(values, 4, static_cast<double>(i)); };
  const double* first = cache.get(5, number);
  const double* second = cache.get(6, number);
  EXPECT_EQ(first[0], 5);
  EXPECT_EQ(second[0], 6);
}

}  // namespace
}  // namespace hingeline::internal
