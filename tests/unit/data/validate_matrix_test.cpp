// SPDX-License-Identifier: BSD-3-Clause
#include "data/validate_matrix.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/error.hpp"
#include "support/message_of.hpp"

namespace hingeline::internal {
namespace {

constexpr std::int32_t columns_in_all = 100;

std::string verdict_on(const MatrixView& x, int threads = 1) {
  ThreadPool pool(threads);
  return support::message_of<DataError>([&] { validate_matrix("x", x, {}, pool); });
}

/// Rows whose columns are valid until a test spoils them, behind entries that belong to none.
struct SpoiltRows {
  std::vector<std::int64_t> offsets = {3};
  std::vector<std::int32_t> columns = {7, -1, 5000};
  std::vector<float> values = {NAN, 0, INFINITY};

  void append_row(int length, Random& random) {
    std::int32_t column = static_cast<std::int32_t>(random.below(3));
    for (int k = 0; k < length; ++k, ++column) {
      columns.push_back(column);
      values.push_back(static_cast<float>(random.normal()));
    }
    offsets.push_back(std::ssize(columns));
  }

  std::size_t entry(std::int64_t row, int k) const {
    return static_cast<std::size_t>(offsets[static_cast<std::size_t>(row)] + k);
  }

  std::string verdict(int threads = 1) const {
    return verdict_on(
        CsrView<float>{offsets.data(), columns.data(), values.data(), std::ssize(offsets) - 1, columns_in_all},
        threads);
  }
};

std::string descends(std::int64_t row) {
  return fmt::format("x: columns of row {} must ascend strictly and be in 0 .. 99", row);
}

/// Rows of these lengths are valid until one entry is not, wherever it is.
void expect_every_fault_is_seen(const std::vector<int>& lengths, Random& random) {
  SpoiltRows x;
  for (const int length : lengths) x.append_row(length, random);
  ASSERT_EQ(x.verdict(), "no error");
  for (std::int64_t row = 0; row < std::ssize(lengths); ++row) {
    const int length = lengths[static_cast<std::size_t>(row)];
    for (int k = 0; k < length; ++k) {
      std::int32_t& column = x.columns[x.entry(row, k)];
      const std::int32_t before = column;
      for (const std::int32_t bad :
           {k > 0 ? x.columns[x.entry(row, k - 1)] : -1, -1, columns_in_all, -2147483647 - 1}) {
        column = bad;
        ASSERT_EQ(x.verdict(), descends(row)) << length << " entries, number " << k << " is " << bad;
      }
      column = before;
    }
  }
  EXPECT_EQ(x.verdict(), "no error");
}

TEST(ValidateMatrix, ColumnsFallOnlyBetweenRows) {
  Random random(1);
  expect_every_fault_is_seen({0, 3, 0, 0, 1, 1, 2, 0, 17, 0}, random);
  expect_every_fault_is_seen({64, 1, 0, 33, 5}, random);
  for (int length = 1; length <= 40; ++length) expect_every_fault_is_seen({length, 0, length}, random);
}

/// A column above the last of the row before falls nowhere, and one below it where the row ends.
TEST(ValidateMatrix, RowsMayBeginAboveTheOneBefore) {
  SpoiltRows x;
  x.columns.insert(x.columns.end(), {1, 4, 5, 9, 2, 2});
  x.values.insert(x.values.end(), 6, 1.0F);
  x.offsets = {3, 5, 5, 7, 8, 9};
  EXPECT_EQ(x.verdict(), "no error");
  x.offsets = {3, 5, 7, 9};
  EXPECT_EQ(x.verdict(), descends(2));
}

TEST(ValidateMatrix, ValuesMustBeFinite) {
  Random random(2);
  for (int length = 1; length <= 20; ++length) {
    SpoiltRows x;
    x.append_row(2, random);
    x.append_row(length, random);
    x.values[x.entry(1, length - 1)] = -INFINITY;
    EXPECT_EQ(x.verdict(),
              fmt::format("x: row 1, column {} (from 0): -inf given, must be finite (neither NaN nor infinite)",
                          x.columns[x.entry(1, length - 1)]));
  }
}

TEST(ValidateMatrix, WhatLiesBetweenDenseRowsIsNotLookedAt) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values = {1, 2, none, 3, 4, none};
  EXPECT_EQ(verdict_on(DenseView<double>{values.data(), 2, 2, 3}), "no error");
  EXPECT_EQ(verdict_on(DenseView<double>{values.data(), 2, 3, 3}),
            "x: row 0, column 2 (from 0): nan given, must be finite (neither NaN nor infinite)");
  values[3] = INFINITY;
  EXPECT_EQ(verdict_on(DenseView<double>{values.data(), 2, 2, 3}),
            "x: row 1, column 0 (from 0): inf given, must be finite (neither NaN nor infinite)");
}

TEST(ValidateMatrix, TheFirstBadRowIsNamedByAnyNumberOfThreads) {
  Random random(3);
  SpoiltRows x;
  for (std::int64_t i = 0; i < 4 * rows_per_task; ++i) x.append_row(static_cast<int>(random.below(3)), random);
  for (const std::int64_t task : {3, 1}) {
    std::int64_t row = task * rows_per_task;
    while (x.entry(row, 0) == x.entry(row + 1, 0)) ++row;
    x.columns[x.entry(row, 0)] = columns_in_all;
    for (const int threads : {1, 3}) EXPECT_EQ(x.verdict(threads), descends(row));
  }
}

TEST(ValidateMatrix, TargetsMustBeFinite) {
  const std::vector<double> y = {0, -1e308, INFINITY};
  EXPECT_NO_THROW(validate_finite_targets("y", std::span(y).first(2)));
  EXPECT_EQ(support::message_of<DataError>([&] { validate_finite_targets("y", y); }),
            "y: row 2 (from 0): inf given, must be finite");
}

}  // namespace
}  // namespace hingeline::internal
