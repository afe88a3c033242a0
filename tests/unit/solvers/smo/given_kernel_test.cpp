// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/given_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

constexpr std::int32_t given_rows = 1500;  // more than a task's columns

/// Symmetric, one entry in three.
std::vector<double> random_matrix() {
  std::vector<double> k(given_rows * given_rows);
  Random random(3);
  for (std::size_t i = 0; i < given_rows; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (random.uniform() < 0.3) k[i * given_rows + j] = k[j * given_rows + i] = random.normal();
  return k;
}

struct Sparse {
  explicit Sparse(const std::vector<double>& k) {
    for (std::size_t i = 0; i < given_rows; ++i) {
      for (std::int32_t j = 0; j < given_rows; ++j) {
        const double value = k[i * given_rows + static_cast<std::size_t>(j)];
        if (value == 0) continue;
        columns.push_back(j);
        values.push_back(value);
      }
      offsets.push_back(std::ssize(values));
    }
  }
  CsrView<double> view() const { return {offsets.data(), columns.data(), values.data(), given_rows, given_rows}; }

  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
};

TEST(GivenKernel, AddsRowsAsColumns) {
  const std::vector<double> k = random_matrix();
  const Sparse sparse(k);
  const std::vector<std::int32_t> chosen = {1400, 3, 77};
  const std::vector<double> weights = {0.5, -2, 1};
  for (const MatrixView& view :
       {MatrixView(DenseView<double>{k.data(), given_rows, given_rows, given_rows}), MatrixView(sparse.view())}) {
    const GivenKernel kernel(view);
    std::vector<std::vector<double>> products;
    for (const int threads : {1, 2}) {
      ThreadPool pool(threads);
      KernelCounters counters;
      std::vector<double>& sums = products.emplace_back(given_rows, 1.0);
      EXPECT_TRUE(kernel.add(chosen, weights, pool, {sums.data()}, counters));
    }
    EXPECT_EQ(products[0], products[1]);
    for (std::size_t i = 0; i < given_rows; ++i) {
      double expected = 1;
      for (std::size_t j = 0; j < chosen.size(); ++j)
        expected += weights[j] * k[i * given_rows + static_cast<std::size_t>(chosen[j])];
      ASSERT_NEAR(products[0][i], expected, 1e-12) << i;
    }
  }
}

TEST(GivenKernel, StopsWhenTold) {
  const std::vector<double> k = random_matrix();
  const MatrixView view = DenseView<double>{k.data(), given_rows, given_rows, given_rows};
  std::vector<double> products(given_rows);
  ThreadPool pool(1);
  KernelCounters counters;
  EXPECT_FALSE(GivenKernel(view).add(std::vector<std::int32_t>{0}, std::vector<double>{1}, pool, {products.data()},
                                     counters, [] { return true; }));
}

}  // namespace
}  // namespace hingeline::internal
