// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/interior_point/few_rows_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "core/random.hpp"
#include "problem/appended_constant.hpp"
#include "solvers/linear_systems/constrained_rows.hpp"
#include "solvers/linear_systems/gram_system.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using All = ConstrainedRows<DenseRows<double>>;

/// Twelve rows of thirty columns with an L1 penalty, and weights of all rows from 1e-6 to 1e6.
class FewRowsSystemOf : public ::testing::TestWithParam<Intercept> {
 protected:
  FewRowsSystemOf()
      : random_(12, 30, Loss{}, 4),
        problem_(lasso(random_)),
        x_(std::get<DenseView<double>>(problem_.x)),
        extra_(problem_, appended_constant(problem_)),
        all_(DataRows<DenseRows<double>>(x_, problem_, alone_), extra_) {
    Random random(9);
    for (std::size_t i = 0; i < all_.rows(); ++i) h_.push_back(std::pow(10.0, 12 * random.uniform() - 6));
    for (std::size_t j = 0; j < all_.cols(); ++j) {
      ridge_.push_back(0.5 * all_.ridge(j));
      r_.push_back(random.normal());
    }
  }

  static Problem lasso(const support::RandomProblem& random) {
    Problem problem = random.problem(support::Storage::dense_double);
    problem.intercept = GetParam();
    problem.bias = 3;
    problem.penalty = {.l1 = 1, .l2 = 0.5};
    return problem;
  }

  void expect_what_the_gram_matrix_solves() {
    FewRowsSystem<All> by_rows(all_, {});
    GramSystem<All> by_columns(all_, {});
    ASSERT_TRUE(by_rows.factor({h_, ridge_, 1, 0}));
    ASSERT_TRUE(by_columns.factor({h_, ridge_, 1, 0}));
    std::vector<double> solution = r_;
    std::vector<double> expected = r_;
    by_rows.solve(solution);
    by_columns.solve(expected);
    for (std::size_t j = 0; j < solution.size(); ++j)
      EXPECT_NEAR(solution[j], expected[j], 1e-8 * (1 + std::abs(expected[j]))) << j;
  }

  support::RandomProblem random_;
  Problem problem_;
  DenseRows<double> x_;
  ExtraRows extra_;
  ThreadPool alone_{1};
  All all_;
  std::vector<double> h_;
  std::vector<double> ridge_;
  std::vector<double> r_;
};

TEST_P(FewRowsSystemOf, SolvesWhatTheGramMatrixSolves) { expect_what_the_gram_matrix_solves(); }

/// Such as rows of weight 0.
TEST_P(FewRowsSystemOf, RowsThatCurveNothingHaveNoPart) {
  h_[3] = 0;
  expect_what_the_gram_matrix_solves();
}

TEST_P(FewRowsSystemOf, EndsWhenTold) {
  FewRowsSystem<All> system(all_, [] { return true; });
  EXPECT_FALSE(system.factor({h_, ridge_, 1, 0}));
}

INSTANTIATE_TEST_SUITE_P(Intercepts, FewRowsSystemOf,
                         ::testing::Values(Intercept::free, Intercept::penalized, Intercept::none));

}  // namespace
}  // namespace hingeline::internal
