// SPDX-License-Identifier: BSD-3-Clause
#include "data/select_rows.hpp"

#include <gtest/gtest.h>

#include "data/rows.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

const std::vector<std::int64_t> rows_chosen = {0, 2, 3};

std::vector<double> all_values(const MatrixView& x) {
  const auto width = static_cast<std::size_t>(cols(x));
  std::vector<double> values(static_cast<std::size_t>(rows(x)) * width);
  visit_rows(x, [&](const auto& view) {
    for (std::int64_t i = 0; i < view.rows(); ++i) view.add(i, 1, values.data() + static_cast<std::size_t>(i) * width);
  });
  return values;
}

/// More rows than a task has, some of them twice.
TEST(SelectRows, AreTheSameByAnyThreads) {
  const support::RandomProblem random(3000, 4, Loss{}, 1);
  std::vector<std::int64_t> chosen;
  for (std::int64_t t = 0; t < 9000; ++t) chosen.push_back(t * 7 % 3000);
  for (const support::Storage storage : {support::Storage::dense_float, support::Storage::csr_double}) {
    const MatrixView x = random.problem(storage).x;
    const Dataset selected = select_rows(x, chosen, 3);
    EXPECT_EQ(selected.x.index(), x.index());
    for (std::size_t t = 0; t < chosen.size(); ++t)
      ASSERT_EQ(support::slow_row(selected.x, static_cast<std::int64_t>(t)), support::slow_row(x, chosen[t]));
  }
}

TEST(SelectRows, RowsAndColumnsOfADenseSquare) {
  const std::vector<float> x = {1, 2, 3, 4, 9, 2, 5, 6, 7, 9, 3, 6, 8, 0, 9, 4, 7, 0, 10, 9};
  const Dataset part = select_square(DenseView<float>{x.data(), 4, 4, 5}, rows_chosen);
  EXPECT_EQ(all_values(part.x), (std::vector<double>{1, 3, 4, 3, 8, 0, 4, 0, 10}));
}

TEST(SelectRows, RowsAndColumnsOfASparseSquare) {
  const std::vector<std::int64_t> offsets = {0, 4, 6, 7, 9};
  const std::vector<std::int32_t> columns = {0, 1, 2, 3, 0, 1, 0, 0, 3};
  const std::vector<double> values = {1, 2, 3, 4, 2, 5, 3, 4, 10};
  const Dataset part = select_square(CsrView<double>{offsets.data(), columns.data(), values.data(), 4, 4}, rows_chosen);
  EXPECT_EQ(all_values(part.x), (std::vector<double>{1, 3, 4, 3, 0, 0, 4, 0, 10}));
}

}  // namespace
}  // namespace hingeline::internal
