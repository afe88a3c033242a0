// SPDX-License-Identifier: BSD-3-Clause
#include "data/used_columns.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace hingeline::internal {
namespace {

std::vector<std::int32_t> listed(const UsedColumns& used) {
  std::vector<std::int32_t> columns;
  used.for_each([&](std::int32_t column) { columns.push_back(column); });
  return columns;
}

void expect_numbered(const std::vector<std::int32_t>& columns, std::int32_t cols,
                     const std::vector<std::int32_t>& in_order) {
  const UsedColumns used(columns, cols);
  EXPECT_EQ(used.count(), static_cast<std::int32_t>(in_order.size()));
  EXPECT_EQ(listed(used), in_order);
  std::int32_t number = 0;
  for (const std::int32_t column : in_order) EXPECT_EQ(used.number_of(column), number++);
  for (const std::int32_t column : {1, 62, 66, 128, 500, 1 << 30}) EXPECT_EQ(used.number_of(column), used.count());
}

const std::vector<std::int32_t> scattered_columns = {129, 0, 63, 64, 65, 0, 127, 129, 64};
const std::vector<std::int32_t> used_in_order = {0, 63, 64, 65, 127, 129};

TEST(UsedColumns, AreNumberedInTheirOrder) { expect_numbered(scattered_columns, 130, used_in_order); }

TEST(UsedColumns, AmongVeryManyAsWell) {
  constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
  expect_numbered(scattered_columns, most, used_in_order);
  const UsedColumns last(std::vector<std::int32_t>{most - 1, 7}, most);
  EXPECT_EQ(listed(last), (std::vector<std::int32_t>{7, most - 1}));
  EXPECT_EQ(last.number_of(most - 1), 1);
}

}  // namespace
}  // namespace hingeline::internal
