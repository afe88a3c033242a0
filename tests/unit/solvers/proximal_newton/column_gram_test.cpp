// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/column_gram.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace hingeline::internal {
namespace {

/// Three rows, (1, 2), (3, 0) and (0, 4), and below them a constraint, (1, 1). Rows of no curvature have the least of it
/// on the diagonal; a constraint that is not active has less than that, everywhere.
TEST(ColumnGram, TakesConstraintsByTheirOwnCurvature) {
  const std::vector<std::int64_t> row_offsets = {0, 2, 3, 4};
  const std::vector<std::int32_t> columns = {0, 1, 0, 1};
  const std::vector<double> by_row = {1, 2, 3, 4};
  const std::vector<std::int64_t> offsets = {0, 3, 6};
  const std::vector<std::int32_t> rows = {0, 1, 3, 0, 2, 3};
  const std::vector<double> by_column = {1, 3, 1, 2, 4, 1};
  Problem problem;
  problem.x = CsrView<double>{row_offsets.data(), columns.data(), by_row.data(), 3, 2};
  problem.intercept = Intercept::none;
  ColumnsWithIntercept<double> x({offsets.data(), rows.data(), by_column.data(), 4, 2}, problem);
  for (int visit = 0; visit < 100; ++visit) x.sum(0, [](std::size_t, double value) { return value; });
  ThreadPool alone(1);
  ColumnGram<double> gram(problem, x, alone);
  ASSERT_TRUE(gram.take(std::vector<std::uint32_t>{0, 1}, {}));
  constexpr double least = 1e-6;
  constexpr double next_to_none = 1e-12;
  GramMatrix a(2);
  ASSERT_TRUE(gram.products(std::vector<double>{1, least, 1, next_to_none}, least, a, {}));
  EXPECT_NEAR(a.at(0, 0), 1 + 9 * least + next_to_none, 1e-15);
  EXPECT_NEAR(a.at(1, 1), 20 + next_to_none, 1e-14);
  EXPECT_NEAR(a.at(1, 0), 2 + next_to_none, 1e-15);
}

}  // namespace
}  // namespace hingeline::internal
