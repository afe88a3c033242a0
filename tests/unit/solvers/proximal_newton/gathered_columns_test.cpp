// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/gathered_columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "data/csc_matrix.hpp"
#include "support/one_hot_rows.hpp"

namespace hingeline::internal {
namespace {

/// Of an intercept's column, too.
class Gathered : public ::testing::Test {
 protected:
  void expect_gathered(const std::vector<std::uint32_t>& columns) {
    GatheredColumns<float> gathered(x_);
    ASSERT_TRUE(gathered.take(columns, {}));
    const SparseRows<double> rows = gathered.rows();
    ASSERT_EQ(rows.rows(), static_cast<std::int64_t>(x_.rows()));
    ASSERT_EQ(rows.cols(), static_cast<std::int32_t>(columns.size()));
    std::int64_t count = 0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      std::vector<double> unit(columns.size());
      unit[k] = 1;
      x_.visit(columns[k], [&](std::size_t i, double value) {
        EXPECT_EQ(rows.dot(static_cast<std::int64_t>(i), unit.data()), value);
      });
      count += x_.entries(columns[k]);
    }
    EXPECT_EQ(gathered.entries(), count);
    for (std::int64_t i = 0; i < rows.rows(); ++i) {
      const auto entries = rows.entries(i);
      EXPECT_TRUE(std::ranges::is_sorted(entries.columns));
    }
  }

  static Problem with_intercept(Problem problem) {
    problem.intercept = Intercept::free;
    return problem;
  }

  const support::OneHotRows rows_{500, {2, 30, 700}, 5};
  const Problem problem_ = with_intercept(rows_.problem(LossName::logistic));
  const CscMatrix<float> matrix_{std::get<CsrView<float>>(problem_.x)};
  ColumnsWithIntercept<float> x_{matrix_.view(), problem_};
};

TEST_F(Gathered, ByRowsWhereMostEntriesAre) {
  std::vector<std::uint32_t> columns;
  for (std::uint32_t j = 0; j < static_cast<std::uint32_t>(x_.size()); ++j)
    if (j % 3 != 1) columns.push_back(j);
  expect_gathered(columns);
}

TEST_F(Gathered, ByColumnsWhereFewAre) { expect_gathered({5, 17, 40, 400}); }

TEST_F(Gathered, NoneOfNone) { expect_gathered({}); }

TEST_F(Gathered, StopsWhenToldTo) {
  std::vector<std::uint32_t> all(x_.size());
  std::iota(all.begin(), all.end(), 0U);
  EXPECT_FALSE(GatheredColumns<float>(x_).take(all, [] { return true; }));
  EXPECT_FALSE(GatheredColumns<float>(x_).take(std::vector<std::uint32_t>{5}, [] { return true; }));
}

}  // namespace
}  // namespace hingeline::internal
