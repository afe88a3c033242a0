// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/stacked_columns.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "data/csc_matrix.hpp"

namespace hingeline::internal {
namespace {

TEST(StackedColumns, HaveTheRowsOfBoth) {
  const std::vector<float> top = {1, 0, 2, 0, 3, 0};
  const std::vector<double> bottom = {0, 4, 5};
  const CscMatrix<float> above(DenseView<float>{top.data(), 2, 3, 3});
  const CscMatrix<double> below(DenseView<double>{bottom.data(), 1, 3, 3});
  const StackedColumns stacked(above.view(), below.view());
  const CscView<double> x = stacked.view();
  EXPECT_EQ(x.rows, 3);
  EXPECT_EQ(x.cols, 3);
  EXPECT_EQ(std::vector<std::int64_t>(x.offsets, x.offsets + 4), (std::vector<std::int64_t>{0, 1, 3, 5}));
  EXPECT_EQ(std::vector<std::int32_t>(x.row_indices, x.row_indices + 5), (std::vector<std::int32_t>{0, 1, 2, 0, 2}));
  EXPECT_EQ(std::vector<double>(x.values, x.values + 5), (std::vector<double>{1, 3, 4, 2, 5}));
}

TEST(StackedColumns, LeaveOutColumnsThatOnlyTheLowerHas) {
  const std::vector<double> top = {1, 2};
  const std::vector<double> bottom = {3, 4, 5};
  const CscMatrix<double> above(DenseView<double>{top.data(), 1, 2, 2});
  const CscMatrix<double> below(DenseView<double>{bottom.data(), 1, 3, 3});
  const StackedColumns stacked(above.view(), below.view());
  EXPECT_EQ(stacked.view().cols, 2);
  EXPECT_EQ(stacked.view().offsets[2], 4);
}

}  // namespace
}  // namespace hingeline::internal
