// SPDX-License-Identifier: BSD-3-Clause
#include "problem/tied_columns.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hingeline::internal {
namespace {

const std::vector<double> sizes = {1, 8, 2, 4, 0.5};

TEST(TiedColumns, HandOnTheLargest) {
  TiedColumns columns(5);
  EXPECT_EQ(columns.largest(sizes), sizes);
  columns.tie(0, 1, 2, -1);
  columns.tie(4, 1, 3, 1);
  EXPECT_EQ(columns.largest(sizes), (std::vector<double>{2, 8, 2, 4, 4}));
  columns.tie(2, 1, 4, 1);
  EXPECT_EQ(columns.largest(sizes), (std::vector<double>{4, 8, 4, 4, 4}));
}

TEST(TiedColumns, InTheUnitsOfEach) {
  TiedColumns columns(5);
  columns.tie(0, 10, 1, 1);  // w_1 moves by 10 where w_0 does by 1
  columns.tie(1, 2, 2, 1);
  EXPECT_EQ(columns.largest(sizes), (std::vector<double>{80, 8, 4, 4, 0.5}));
}

TEST(TiedColumns, OfALongChainAllAreAlike) {
  constexpr std::size_t count = 100000;
  std::vector<double> one(count, 1);
  one[count / 2] = 3;
  TiedColumns columns(count);
  for (std::size_t j = 0; j + 1 < count; ++j) columns.tie(j, 1, j + 1, -1);
  EXPECT_EQ(columns.largest(one), std::vector<double>(count, 3));
}

TEST(TiedColumns, TheFirstOfContradictionsIsBelieved) {
  TiedColumns columns(5);
  columns.tie(0, 2, 1, 1);
  columns.tie(0, 1, 1, 2);
  EXPECT_EQ(columns.largest(sizes), (std::vector<double>{16, 8, 2, 4, 0.5}));
  columns.tie(2, 1e-300, 3, 1e300);  // beyond what numbers hold
  EXPECT_EQ(columns.largest(sizes)[2], 2);
}

}  // namespace
}  // namespace hingeline::internal
