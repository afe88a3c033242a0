// SPDX-License-Identifier: BSD-3-Clause
#include "simd/cholesky.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

/// 0.1 I + the products of random columns, whole, row-major.
std::vector<double> random_matrix(std::size_t size) {
  Random random(size);
  std::vector<double> columns(size * size);
  for (double& number : columns) number = random.normal();
  std::vector<double> a(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t k = 0; k < size; ++k) a[i * size + j] += columns[i * size + k] * columns[j * size + k];
      if (i == j) a[i * size + j] += 0.1;
    }
  return a;
}

std::vector<double> in_panels(const std::vector<double>& a, std::size_t size) {
  std::vector<double> panels(cholesky_size(size / cholesky_panel));
  for (std::size_t j = 0; j < size; ++j)
    for (std::size_t i = 0; i <= j; ++i)
      panels[cholesky_size(j / cholesky_panel) + i * cholesky_panel + j % cholesky_panel] = a[i * size + j];
  return panels;
}

TEST(Cholesky, SolvesOnEveryTargetOfThisMachine) {
  support::on_every_target([] {
    for (const std::size_t size : {8, 16, 40, 72, 272, 280}) {  // the last two of more than one block
      const std::vector<double> a = random_matrix(size);
      std::vector<double> u = in_panels(a, size);
      const CholeskyOps ops = cholesky_ops();
      ASSERT_TRUE(ops.factor(u.data(), size / cholesky_panel, {}));
      std::vector<double> x(size);
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) x[i] += a[i * size + j] * static_cast<double>(j);
      ops.solve(u.data(), size / cholesky_panel, x.data());
      for (std::size_t j = 0; j < size; ++j)
        EXPECT_NEAR(x[j], static_cast<double>(j), 1e-10 * static_cast<double>(size));
    }
  });
}

TEST(Cholesky, StopsWhenTold) {
  support::on_every_target([] {
    std::vector<double> u = in_panels(random_matrix(272), 272);
    EXPECT_FALSE(cholesky_ops().factor(u.data(), 272 / cholesky_panel, [] { return true; }));
  });
}

TEST(Cholesky, RefusesPivotsThatAreNotPositiveNumbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  support::on_every_target([] {
    for (const double pivot : {-1.0, 0.0, infinity, std::nan("")}) {
      std::vector<double> a = random_matrix(16);
      a[12 * 16 + 12] = pivot;
      std::vector<double> u = in_panels(a, 16);
      EXPECT_FALSE(cholesky_ops().factor(u.data(), 2, {})) << pivot;
    }
  });
}

}  // namespace
}  // namespace hingeline::internal
