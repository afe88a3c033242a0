// SPDX-License-Identifier: BSD-3-Clause
#include "data/compact_columns.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace hingeline::internal {
namespace {

constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();

std::vector<std::int32_t> columns_of(const MatrixView& x) {
  const auto& view = std::get<CsrView<double>>(x);
  return {view.columns + view.offsets[0], view.columns + view.offsets[view.rows]};
}

class CompactColumnsTest : public ::testing::Test {
 protected:
  CsrView<double> sparse(const std::vector<std::int32_t>& columns, std::int32_t cols) const {
    return {offsets_.data(), columns.data(), values_.data(), 2, cols};
  }
  const std::vector<std::int64_t> offsets_ = {1, 3, 4};  // of a part of a matrix
  const std::vector<double> values_ = {9, 1, 2, 3};
  const std::vector<std::int32_t> near_ = {0, 1, 2, 2};
  const std::vector<std::int32_t> far_ = {0, 70, most - 1, 70};  // the first is not of the part
};

TEST_F(CompactColumnsTest, FewIdleOnesKeepTheirNumbers) {
  const CompactColumns compact(sparse(near_, 3), 2);
  EXPECT_FALSE(compact.renumbered());
  EXPECT_EQ(std::get<CsrView<double>>(compact.matrix()).columns, near_.data());
  EXPECT_EQ(cols(compact.matrix()), 3);
}

TEST_F(CompactColumnsTest, AreAsManyAsTheyAreWorth) {
  const std::vector<std::int32_t> columns = {0, 70, 71, 70};
  const CsrView<double> x = sparse(columns, 72);  // 70 of nobody
  EXPECT_TRUE(CompactColumns(x, 3 / 69.5).renumbered());
  EXPECT_FALSE(CompactColumns(x, 3 / 70.5).renumbered());
  EXPECT_TRUE(CompactColumns::may_renumber(x, 3 / 71.5));
  EXPECT_FALSE(CompactColumns::may_renumber(x, 3 / 72.5));
  EXPECT_FALSE(CompactColumns::may_renumber(DenseView<double>{values_.data(), 2, 2, 2}, 100));
}

TEST_F(CompactColumnsTest, ManyAreLeftOutInOrder) {
  const CompactColumns compact(sparse(far_, most), 1e-6);
  EXPECT_TRUE(compact.renumbered());
  EXPECT_EQ(columns_of(compact.matrix()), (std::vector<std::int32_t>{0, 1, 0}));
  EXPECT_EQ(cols(compact.matrix()), 2);
}

TEST_F(CompactColumnsTest, OtherRowsShareNumbers) {
  const CompactColumns compact(sparse(far_, most), 1e-6);
  const RenumberedRows other = compact.rows_of(sparse(far_, most), 1, 1);
  EXPECT_EQ(other.columns, std::vector<std::int32_t>{0});
  EXPECT_EQ(other.values, std::vector<double>{3});
  const RenumberedRows unknown = compact.rows_of(sparse(near_, 3), 0, 2);
  EXPECT_EQ(unknown.columns, (std::vector<std::int32_t>{2, 2, 2}));
  EXPECT_EQ(unknown.offsets, (std::vector<std::int64_t>{0, 2, 3}));
  EXPECT_EQ(cols(unknown.view()), 3);
}

TEST_F(CompactColumnsTest, OtherRowsMayBeDense) {
  const CompactColumns compact(sparse(far_, most), 1e-6);
  std::vector<float> numbers(200);
  numbers[70] = 4;
  numbers[170] = 5;
  numbers[99] = 6;
  const RenumberedRows rows = compact.rows_of(DenseView<float>{numbers.data(), 2, 100, 100}, 0, 2);
  EXPECT_EQ(rows.columns, (std::vector<std::int32_t>{0, 2, 0}));
  EXPECT_EQ(rows.values, (std::vector<double>{4, 6, 5}));
  EXPECT_EQ(rows.offsets, (std::vector<std::int64_t>{0, 2, 3}));
}

}  // namespace
}  // namespace hingeline::internal
