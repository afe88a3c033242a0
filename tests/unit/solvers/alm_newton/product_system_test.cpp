// SPDX-License-Identifier: BSD-3-Clause
//
// Solutions by products against H = ridge + sum_i h_i x~_i x~_i' by its definition.
#include "solvers/alm_newton/product_system.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

using support::RandomProblem;
using support::Storage;

constexpr std::size_t n = 40;
constexpr std::size_t d = 25;

class ProductSystemOf : public ::testing::TestWithParam<std::tuple<Intercept, Storage>> {
 protected:
  ProductSystemOf() : problem_(random_.problem(std::get<1>(GetParam()))) {
    problem_.intercept = std::get<0>(GetParam());
    problem_.bias = 2;
  }

  /// |r - H x|, x the solution of H x = r that is asked for.
  double residual(const std::vector<double>& h, double enough) {
    return visit_rows(problem_.x, [&](const auto& x) {
      ThreadPool alone(1);
      const DataRows rows(x, problem_, alone);
      std::vector<double> r(rows.cols());
      for (std::size_t j = 0; j < r.size(); ++j) r[j] = std::cos(static_cast<double>(j));
      std::vector<double> found = r;
      ProductSystem system(rows, {});
      EXPECT_TRUE(system.factor({h, {}, 0.1, 0}));
      system.solve(found, enough);
      std::vector<double> z(n);
      rows.predict(found, z);
      for (std::size_t i = 0; i < n; ++i) z[i] *= -h[i];
      rows.combine(z, r);
      double norm2 = 0;
      for (std::size_t j = 0; j < r.size(); ++j) norm2 += std::pow(r[j] - rows.ridge(j) * found[j], 2);
      return std::sqrt(norm2);
    });
  }

  RandomProblem random_{n, d, Loss{}, 5};
  Problem problem_;
};

TEST_P(ProductSystemOf, SolvesAsAccuratelyAsIsAsked) {
  std::vector<double> h(n);
  for (std::size_t i = 0; i < n; i += 3) h[i] = 0.1 * static_cast<double>(i + 1);
  for (const double enough : {0.5, 1e-3, 1e-9}) EXPECT_LE(residual(h, enough * enough), enough);
}

TEST_P(ProductSystemOf, WhereNoRowCurvesOnlyAFreeInterceptHasNoRidge) {
  const double left = residual(std::vector<double>(n), 1e-18);
  const bool has_free_intercept = problem_.intercept == Intercept::free;
  EXPECT_NEAR(left, has_free_intercept ? std::abs(std::cos(static_cast<double>(d))) : 0, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, ProductSystemOf,
                         ::testing::Combine(::testing::Values(Intercept::none, Intercept::free, Intercept::penalized),
                                            ::testing::Values(Storage::dense_double, Storage::csr_double)));

}  // namespace
}  // namespace hingeline::internal
