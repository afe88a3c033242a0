// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/rows/columns_with_intercept.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "data/csc_matrix.hpp"
#include "support/one_hot_rows.hpp"

namespace hingeline::internal {
namespace {

class ColumnsOfSparseRows : public ::testing::TestWithParam<Intercept> {
 protected:
  ColumnsOfSparseRows() : matrix_(std::get<CsrView<float>>(problem_.x)) {
    Random random(3);
    for (std::size_t j = 0; j < x_.size(); ++j) d_.push_back(random.normal());
    for (std::size_t i = 0; i < x_.rows(); ++i) h_.push_back(random.uniform());
  }

  static Problem with(Problem problem, Intercept intercept) {
    problem.intercept = intercept;
    problem.bias = 2;
    return problem;
  }

  const support::OneHotRows rows_{300, {2, 30, 70}, 5};
  const Problem problem_ = with(rows_.problem(LossName::logistic), GetParam());
  const CscMatrix<float> matrix_;
  ColumnsWithIntercept<float> x_{matrix_.view(), problem_};
  std::vector<double> d_;
  std::vector<double> h_;
};

TEST_P(ColumnsOfSparseRows, MultiplyAsColumnsDo) {
  std::vector<double> z(x_.rows());
  std::vector<double> u(x_.size());
  x_.multiply_sparse_rows(d_, h_, z, u);
  std::vector<double> expected(x_.rows());
  for (std::size_t j = 0; j < x_.size(); ++j) x_.add(j, d_[j], expected);
  for (std::size_t i = 0; i < z.size(); ++i) {
    EXPECT_NEAR(z[i], expected[i], 1e-12);
    expected[i] *= h_[i];
  }
  for (std::size_t j = 0; j < u.size(); ++j) EXPECT_NEAR(u[j], x_.dot(j, expected), 1e-10);
}

TEST_P(ColumnsOfSparseRows, AreVisitedRowByRow) {
  std::int64_t entries = 0;
  std::size_t next = 0;
  EXPECT_TRUE(x_.visit_sparse_rows(
      [&](std::size_t i, const auto& row) {
        EXPECT_EQ(i, next++);
        entries += static_cast<std::int64_t>(row.size());
      },
      {}));
  EXPECT_EQ(next, x_.rows());
  EXPECT_EQ(entries, matrix_.view().offsets[x_.features()]);
}

INSTANTIATE_TEST_SUITE_P(Intercepts, ColumnsOfSparseRows,
                         ::testing::Values(Intercept::none, Intercept::free, Intercept::penalized));

}  // namespace
}  // namespace hingeline::internal
