// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline {
namespace {

template <class T>
std::vector<std::int32_t> coarse(const std::vector<T>& column) {
  Dataset data;
  data.x = DenseView<T>{column.data(), static_cast<std::int64_t>(column.size()), 1, 1};
  return coarse_columns(data);
}

TEST(CoarseColumns, AreLargeBesideTheirDifferences) {
  const std::vector<std::int32_t> first{0};
  EXPECT_EQ(coarse<float>({1.7e9F, 1.7e9F + 1280, 1.7e9F + 3600}), first);
  EXPECT_EQ(coarse<float>({-1e6F, -1e6F - 0.5F}), first);
  EXPECT_EQ(coarse<float>({16777216.0F, 16777216.0F}), first);
}

TEST(CoarseColumns, AreNotThoseThatFloatsKeep) {
  const std::vector<std::int32_t> none;
  EXPECT_EQ(coarse<float>({100000, 100001, 100002}), none);
  EXPECT_EQ(coarse<float>({1.7e9F, 1.8e9F}), none);
  EXPECT_EQ(coarse<float>({0.1F, 0.1F}), none);
  EXPECT_EQ(coarse<float>({0, 1e-30F, 1}), none);
  EXPECT_EQ(coarse<float>({}), none);
  EXPECT_EQ(coarse<double>({1.7e9, 1.7e9 + 1}), none);
}

TEST(CoarseColumns, AreSoughtInEveryColumnOfLongMatrices) {
  constexpr std::int64_t rows = 100000;
  std::vector<float> values(2 * rows);
  for (std::int64_t i = 0; i < rows; ++i) {
    values[static_cast<std::size_t>(2 * i)] = static_cast<float>(i) / 7;
    values[static_cast<std::size_t>(2 * i + 1)] = 1e8F + static_cast<float>(i % 64);
  }
  Dataset data;
  data.x = DenseView<float>{values.data(), rows, 2, 2};
  EXPECT_EQ(coarse_columns(data), std::vector<std::int32_t>{1});
}

}  // namespace
}  // namespace hingeline
