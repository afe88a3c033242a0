// SPDX-License-Identifier: BSD-3-Clause
#include "data/first_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "data/rows.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using support::Storage;

TEST(FirstColumns, AreThoseOfEveryRow) {
  const support::RandomProblem random(30, 8, Loss{LossName::squared}, 5);
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double})
    for (const std::int32_t wanted : {0, 1, 5, 8, 20}) {
      const MatrixView x = random.problem(storage).x;
      const Dataset part = first_columns(x, wanted);
      const std::int32_t kept = std::min(wanted, 8);
      ASSERT_EQ(cols(part.x), kept);
      ASSERT_EQ(rows(part.x), 30);
      EXPECT_EQ(part.x.index(), x.index());
      for (std::int64_t i = 0; i < 30; ++i) {
        std::vector<double> row = support::slow_row(x, i);
        row.resize(static_cast<std::size_t>(kept));
        EXPECT_EQ(support::slow_row(part.x, i), row);
      }
    }
}

TEST(FirstColumns, OfNoRowsAreNone) {
  const Dataset part = first_columns(CsrView<double>{nullptr, nullptr, nullptr, 0, 5}, 3);
  EXPECT_EQ(rows(part.x), 0);
  EXPECT_EQ(cols(part.x), 3);
}

TEST(FirstColumns, InUseEndAtTheLastEntry) {
  const std::int64_t offsets[] = {0, 2, 2, 3};
  const std::int32_t columns[] = {0, 4, 2};
  const double values[] = {1, 1, 1};
  EXPECT_EQ(columns_in_use(CsrView<double>{offsets, columns, values, 3, 9}), 5);
  EXPECT_EQ(columns_in_use(CsrView<double>{offsets + 1, columns, values, 1, 9}), 0);
  EXPECT_EQ(columns_in_use(CsrView<double>{offsets + 1, columns, values, 2, 9}), 3);
  EXPECT_EQ(columns_in_use(DenseView<double>{values, 1, 3, 3}), 3);
}

TEST(FirstColumns, CopiesOnlyWhatGoesBeyond) {
  const support::RandomProblem random(30, 8, Loss{LossName::squared}, 5);
  const MatrixView x = random.problem(Storage::csr_float).x;
  EXPECT_EQ(first_columns(x, 8).storage, nullptr);
  EXPECT_NE(first_columns(x, 3).storage, nullptr);
  EXPECT_EQ(first_columns(random.problem(Storage::dense_float).x, 3).storage, nullptr);
}

}  // namespace
}  // namespace hingeline::internal
