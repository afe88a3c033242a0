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
  const std::vector<std::int32_t> near_ = {0, 1, 4, 4};
  const std::vector<std::int32_t> far_ = {0, 70, most - 1, 70};
};

TEST_F(CompactColumnsTest, FewIdleOnesKeepTheirNumbers) {
  const CompactColumns compact({sparse(near_, 5)});
  EXPECT_EQ(std::get<CsrView<double>>(compact[0]).columns, near_.data());
  EXPECT_EQ(cols(compact[0]), 5);
}

TEST_F(CompactColumnsTest, ManyAreLeftOutInOrder) {
  const CompactColumns compact({sparse(far_, most)});
  EXPECT_EQ(columns_of(compact[0]), (std::vector<std::int32_t>{0, 1, 0}));
  EXPECT_EQ(cols(compact[0]), 2);
}

TEST_F(CompactColumnsTest, MatricesShareNumbers) {
  const CompactColumns compact({sparse(near_, 5), sparse(far_, most)});
  EXPECT_EQ(columns_of(compact[0]), (std::vector<std::int32_t>{0, 1, 1}));
  EXPECT_EQ(columns_of(compact[1]), (std::vector<std::int32_t>{2, 3, 2}));
  EXPECT_EQ(cols(compact[0]), 4);
}

TEST_F(CompactColumnsTest, DenseColumnsAreInUse) {
  const std::vector<float> numbers(6);
  const CompactColumns compact({DenseView<float>{numbers.data(), 1, 6, 6}, sparse(far_, most)});
  EXPECT_EQ(cols(compact[0]), 6);
  EXPECT_EQ(columns_of(compact[1]), (std::vector<std::int32_t>{6, 7, 6}));
}

}  // namespace
}  // namespace hingeline::internal
