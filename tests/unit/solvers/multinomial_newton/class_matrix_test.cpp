// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/multinomial_newton/class_matrix.hpp"

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "core/random.hpp"
#include "support/random_problem.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::slow_row;
using support::Storage;

std::vector<double> random_numbers(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> numbers(count);
  for (double& number : numbers) number = random.normal();
  return numbers;
}

/// Rows of a problem with an intercept, each with the constant behind its features.
class ClassMatrixOf : public ::testing::TestWithParam<std::tuple<Storage, Intercept>> {
 protected:
  ClassMatrixOf() {
    problem_ = random_.problem(std::get<0>(GetParam()));
    problem_.intercept = std::get<1>(GetParam());
    problem_.bias = 3;
  }

  template <class F>
  void with_matrix(const F& f) const {
    visit_rows(problem_.x, [&](const auto& x) {
      const WithIntercept rows(x, problem_, alone_);
      f(ClassMatrix(rows, classes_), rows);
    });
  }

  std::vector<double> row(std::size_t i, double appended) const {
    std::vector<double> values = slow_row(problem_.x, static_cast<std::int64_t>(i));
    if (appended != 0) values.push_back(appended);
    return values;
  }

  mutable ThreadPool alone_{1};
  static constexpr std::size_t features_ = 5;
  static constexpr std::size_t classes_ = 3;
  static constexpr std::size_t rows_ = 70;
  const RandomProblem random_{rows_, features_, Loss{LossName::logistic}, 3};
  Problem problem_;
};

TEST_P(ClassMatrixOf, ProductsAreTheirFormulas) {
  with_matrix([&](const auto& matrix, const auto& rows) {
    const std::vector<double> v = random_numbers(matrix.size(), 1);
    const std::vector<double> s = random_numbers(rows_ * classes_, 2);
    std::vector<double> z(rows_ * classes_);
    matrix.predict(0, rows_, v, z.data());
    std::vector<double> u = v;
    std::vector<double> squares = v;
    matrix.combine(0, rows_, s, u);
    matrix.combine_squares(0, rows_, s, squares);
    for (std::size_t k = 0; k < classes_; ++k) {
      std::vector<double> sums = matrix.of_class(v, k);
      std::vector<double> sums_of_squares = sums;
      for (std::size_t i = 0; i < rows_; ++i) {
        const std::vector<double> values = row(i, rows.appended());
        double output = 0;
        for (std::size_t j = 0; j < values.size(); ++j) {
          output += values[j] * v[matrix.place(j, k)];
          sums[j] += s[i * classes_ + k] * values[j];
          sums_of_squares[j] += s[i * classes_ + k] * values[j] * values[j];
        }
        EXPECT_NEAR(z[i * classes_ + k], output, 1e-12);
      }
      for (std::size_t j = 0; j < rows.size(); ++j) {
        EXPECT_NEAR(u[matrix.place(j, k)], sums[j], 1e-11);
        EXPECT_NEAR(squares[matrix.place(j, k)], sums_of_squares[j], 1e-10);
      }
    }
  });
}

TEST_P(ClassMatrixOf, RidgeLeavesFreeInterceptsOut) {
  with_matrix([&](const auto& matrix, const auto& rows) {
    const std::vector<double> a = random_numbers(matrix.size(), 1);
    std::vector<double> slope(matrix.size());
    std::vector<double> diagonal(matrix.size());
    matrix.set_ridge_slope(a, slope);
    matrix.set_ridge_diagonal(diagonal);
    double product = 0;
    for (std::size_t k = 0; k < classes_; ++k)
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const std::size_t place = matrix.place(j, k);
        const bool is_free = j == features_ && problem_.intercept == Intercept::free;
        EXPECT_EQ(slope[place], is_free ? 0 : a[place]);
        EXPECT_EQ(diagonal[place], is_free ? 0 : 1);
        product += is_free ? 0 : a[place] * a[place];
      }
    EXPECT_NEAR(matrix.ridge_product(a, a), product, 1e-12);
  });
}

TEST_P(ClassMatrixOf, AClassIsWhatWasSet) {
  with_matrix([&](const auto& matrix, const auto& rows) {
    std::vector<double> v(matrix.size());
    for (std::size_t k = 0; k < classes_; ++k) matrix.set_class(random_numbers(rows.size(), k), k, v);
    for (std::size_t k = 0; k < classes_; ++k) EXPECT_EQ(matrix.of_class(v, k), random_numbers(rows.size(), k));
  });
}

INSTANTIATE_TEST_SUITE_P(Layouts, ClassMatrixOf,
                         ::testing::Combine(::testing::Values(Storage::dense_double, Storage::csr_double),
                                            ::testing::Values(Intercept::none, Intercept::free, Intercept::penalized)));

}  // namespace
}  // namespace hingeline::internal
