// SPDX-License-Identifier: BSD-3-Clause
#include "models/rows_by_class.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace hingeline::internal {
namespace {

using RowNumbers = std::vector<std::int64_t>;

const std::vector<double> y = {3, 7, 5, 3, 5};
const std::vector<double> labels = {7, 3, 5};

TEST(RowsByClass, NumbersClassesByTheOrderOfLabels) {
  const RowsByClass by_class(y, labels);
  EXPECT_EQ(by_class.classes(), (std::vector<std::int32_t>{1, 0, 2, 1, 2}));
  EXPECT_EQ(by_class.of_class(2), (RowNumbers{2, 4}));
  EXPECT_EQ(by_class.of_pair({2, 1}), (RowNumbers{0, 2, 3, 4}));
}

TEST(RowsByClass, TellsTheFirstOfTwoClassesFromTheSecond) {
  const PairOfClasses pair = RowsByClass(y, labels).pair({1, 2}, std::vector<double>{10, 11, 12, 13, 14});
  EXPECT_EQ(pair.rows, (RowNumbers{0, 2, 3, 4}));
  EXPECT_EQ(pair.y, (std::vector<double>{1, -1, 1, -1}));
  EXPECT_EQ(pair.weights, (std::vector<double>{10, 12, 13, 14}));
}

TEST(RowsByClass, CountsTheRowsOfPairs) {
  EXPECT_EQ(RowsByClass(y, labels).pair_sizes(), (std::vector<std::size_t>{3, 3, 4}));
}

TEST(RowsByClass, NoWeightsStayNone) { EXPECT_TRUE(RowsByClass(y, labels).pair({0, 1}, {}).weights.empty()); }

}  // namespace
}  // namespace hingeline::internal
