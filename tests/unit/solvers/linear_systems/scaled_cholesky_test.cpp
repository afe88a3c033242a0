// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/linear_systems/scaled_cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "support/random_hessian.hpp"

namespace hingeline::internal {
namespace {

std::vector<double> product(const GramMatrix& h, const std::vector<double>& x) {
  std::vector<double> result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) result[i] += (j <= i ? h.at(i, j) : h.at(j, i)) * x[j];
  return result;
}

TEST(ScaledCholesky, SolvesWhateverTheScaleOfTheColumns) {
  for (const std::size_t size : {1, 2, 9, 40}) {
    Random of_size(size);
    const GramMatrix h = support::random_hessian(
        size, 3 * size, [](std::size_t j) { return std::pow(10.0, j % 9); }, of_size);
    ScaledCholesky cholesky;
    ASSERT_TRUE(cholesky.factor(h));
    Random random(1);
    std::vector<double> x(size);
    for (std::size_t j = 0; j < size; ++j) x[j] = random.normal() / std::sqrt(h.at(j, j));
    std::vector<double> r = product(h, x);
    cholesky.solve(r);
    for (std::size_t j = 0; j < size; ++j) EXPECT_NEAR(r[j], x[j], 1e-10 / std::sqrt(h.at(j, j)));
  }
}

TEST(ScaledCholesky, RepeatedColumnsGetARidge) {
  GramMatrix h(3);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j <= i; ++j) h.at(i, j) = 1e18;
  ScaledCholesky cholesky;
  ASSERT_TRUE(cholesky.factor(h));
  std::vector<double> r = {3e18, 3e18, 3e18};
  cholesky.solve(r);
  EXPECT_NEAR(r[0] + r[1] + r[2], 3, 1e-6);
}

TEST(ScaledCholesky, RefusesWhatIsNotFinite) {
  GramMatrix h(2);
  h.at(0, 0) = h.at(1, 1) = 1;
  h.at(1, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(ScaledCholesky().factor(h));
}

}  // namespace
}  // namespace hingeline::internal
