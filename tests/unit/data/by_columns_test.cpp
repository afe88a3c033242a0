// SPDX-License-Identifier: BSD-3-Clause
#include "data/by_columns.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

TEST(ByColumns, HasEveryEntryOfEveryLayout) {
  using support::Storage;
  const support::RandomProblem random(21, 5, Loss{}, 2);
  for (const Storage storage : {Storage::dense_float, Storage::dense_double, Storage::csr_float, Storage::csr_double}) {
    const MatrixView x = random.problem(storage).x;
    const std::vector<double> columns = by_columns(x);
    ASSERT_EQ(columns.size(), 21U * 5U);
    for (std::size_t i = 0; i < 21; ++i) {
      const std::vector<double> row = support::slow_row(x, static_cast<std::int64_t>(i));
      for (std::size_t j = 0; j < 5; ++j) EXPECT_EQ(columns[j * 21 + i], row[j]);
    }
  }
}

}  // namespace
}  // namespace hingeline::internal
