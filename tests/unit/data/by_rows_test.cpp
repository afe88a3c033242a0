// SPDX-License-Identifier: BSD-3-Clause
#include "hingeline/by_rows.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "data/csc_matrix.hpp"
#include "hingeline/error.hpp"
#include "support/matrix_contents.hpp"
#include "support/message_of.hpp"

namespace hingeline::internal {
namespace {

template <class T>
class ByRows : public ::testing::Test {};
using ValueTypes = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ByRows, ValueTypes);

/// Row-major numbers, every third of them 0.
template <class T>
std::vector<T> some_values(std::int64_t count) {
  Random random(3);
  std::vector<T> values(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = k % 3 == 0 ? 0 : static_cast<T>(random.normal());
  return values;
}

/// Sizes on all sides of tiles and tasks.
TYPED_TEST(ByRows, DenseColumnsAreTurned) {
  using T = TypeParam;
  for (const std::int64_t rows : {0, 1, 127, 129, 20000})
    for (const std::int32_t cols : {0, 1, 7, 8, 17})
      for (const std::int64_t behind : {0, 5}) {
        const std::vector<T> values = some_values<T>(rows * cols);
        const std::int64_t stride = rows + behind;
        std::vector<T> columns(static_cast<std::size_t>(stride * cols), T{-7});
        for (std::int64_t i = 0; i < rows; ++i)
          for (std::int32_t j = 0; j < cols; ++j)
            columns[static_cast<std::size_t>(j * stride + i)] = values[static_cast<std::size_t>(i * cols + j)];
        for (const int threads : {1, 3}) {
          const Dataset data = by_rows(ColumnMajorView<T>{columns.data(), rows, cols, stride}, threads);
          EXPECT_TRUE(is_dense(data));
          EXPECT_EQ(contents_of(data), contents_of({DenseView<T>{values.data(), rows, cols, cols}, {}, {}, nullptr}));
        }
      }
}

TYPED_TEST(ByRows, SparseColumnsAreTurned) {
  using T = TypeParam;
  const std::vector<T> values = some_values<T>(60 * 9);
  const DenseView<T> dense{values.data(), 60, 9, 9};
  const CscMatrix<T> columns(dense);
  const Dataset data = by_rows(columns.view());
  EXPECT_FALSE(is_dense(data));
  EXPECT_EQ(contents_of(data), contents_of({dense, {}, {}, nullptr}));
  EXPECT_EQ(contents_of(by_rows(CscView<T>{})), Contents{});
}

TEST(ByRowsErrors, DenseSizesMustFit) {
  const std::vector<double> values(6);
  const auto message = [](const ColumnMajorView<double>& x) {
    return support::message_of<DataError>([&] { by_rows(x); });
  };
  EXPECT_EQ(message({values.data(), 3, 2, 2}), "x: 3 rows, 2 columns, stride 2: sizes must be >= 0, stride >= rows");
  EXPECT_EQ(message({values.data(), -1, 2, 2}), "x: -1 rows, 2 columns, stride 2: sizes must be >= 0, stride >= rows");
  EXPECT_EQ(message({nullptr, 3, 2, 3}), "x: values are a null pointer");
  EXPECT_THROW(by_rows(ColumnMajorView<double>{values.data(), 3, 2, 3}, 0), InvalidParameter);
}

TEST(ByRowsErrors, SparseColumnsMustBeColumns) {
  const std::vector<double> values(4);
  std::vector<std::int64_t> offsets = {0, 2, 4};
  std::vector<std::int32_t> rows = {0, 2, 1, 2};
  const auto message = [&](std::int64_t count) {
    return support::message_of<DataError>([&] {
      by_rows(CscView<double>{offsets.data(), rows.data(), values.data(), count, 2});
    });
  };
  EXPECT_EQ(message(2), "x: rows of column 0 must ascend strictly and be in 0 .. 1");
  rows = {0, 1, 1, 1};
  EXPECT_EQ(message(3), "x: rows of column 1 must ascend strictly and be in 0 .. 2");
  rows = {-1, 1, 0, 1};
  EXPECT_EQ(message(3), "x: rows of column 0 must ascend strictly and be in 0 .. 2");
  offsets = {0, 2, 1};
  EXPECT_EQ(message(3), "x: offsets of column 1 descend from 2 to 1");
  EXPECT_EQ(message(std::int64_t{1} << 31), "x: 2147483648 rows, a matrix by columns must have fewer than 2^31");
}

}  // namespace
}  // namespace hingeline::internal
