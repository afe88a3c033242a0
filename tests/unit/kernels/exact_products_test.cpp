// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/exact_products.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <vector>

#include "kernels/kernel_row_source.hpp"
#include "support/every_target.hpp"
#include "support/random_problem.hpp"

namespace hingeline::internal {
namespace {

/// Rows in order, every `stride`-th from `first` on.
std::vector<std::int32_t> every(std::int32_t n, std::int32_t first, std::int32_t stride) {
  std::vector<std::int32_t> rows;
  for (std::int32_t i = first; i < n; i += stride) rows.push_back(i);
  return rows;
}

/// Against sums of the formula's rows, for rows that hold the chosen ones, some of them and none.
void expect_sums_of_the_formula(const Kernel& kernel, const MatrixView& x) {
  const auto n = static_cast<std::int32_t>(rows(x));
  const KernelSpace space(kernel, x);
  const std::vector<std::int32_t> chosen = every(n, 1, 3);
  std::vector<double> weights;
  std::vector<double> expected(static_cast<std::size_t>(n), 0.0);
  std::vector<double> row(static_cast<std::size_t>(n));
  double magnitude = 0;
  const KernelRowSource formula = kernel_row_source(kernel, x);
  for (const std::int32_t j : chosen) {
    weights.push_back(std::sin(static_cast<double>(j)));
    formula(j, row.data());
    for (std::size_t i = 0; i < row.size(); ++i) {
      expected[i] += weights.back() * row[i];
      magnitude = std::max(magnitude, std::abs(row[i]));
    }
  }
  ThreadPool one(1);
  ThreadPool two(2);
  for (const auto& asked : {every(n, 0, 1), every(n, 0, 2), every(n, 2, 3), chosen}) {
    std::vector<double> products(asked.size());
    std::vector<double> again(asked.size());
    const auto computed = exact_products(space, x, asked, chosen, weights, one, products.data());
    EXPECT_EQ(exact_products(space, x, asked, chosen, weights, two, again.data()), computed);
    EXPECT_EQ(products, again);
    for (std::size_t k = 0; k < asked.size(); ++k)
      ASSERT_NEAR(products[k], expected[static_cast<std::size_t>(asked[k])],
                  4e-15 * magnitude * static_cast<double>(chosen.size()))
          << to_string(kernel.name) << ", row " << asked[k];
  }
}

TEST(ExactProducts, AreSumsOfTheFormula) {
  support::on_every_target([] {
    for (const auto storage : {support::Storage::dense_float, support::Storage::csr_double}) {
      const support::RandomProblem random(700, 11, Loss{LossName::hinge}, 5);
      const MatrixView x = random.problem(storage).x;
      for (const Kernel& kernel : {Kernel{KernelName::rbf, 0.2}, Kernel{KernelName::polynomial, 0.3, 3, 0.5}})
        expect_sums_of_the_formula(kernel, x);
    }
  });
}

TEST(ExactProducts, StopsWhenTold) {
  const support::RandomProblem random(700, 5, Loss{LossName::hinge}, 5);
  const MatrixView x = random.problem(support::Storage::dense_double).x;
  const std::vector<std::int32_t> all = every(700, 0, 1);
  const std::vector<double> weights(700, 1.0);
  std::vector<double> products(700);
  ThreadPool pool(2);
  const KernelSpace space({KernelName::rbf, 0.2}, x);
  const std::span<const std::int32_t> half = std::span(all).first(350);
  for (const auto chosen : {half, std::span(all).last(350)})
    for (int asked = 0; asked < 3; ++asked) {
      std::atomic<int> left = asked;
      const Stop stop = [&] { return left-- <= 0; };
      EXPECT_FALSE(exact_products(space, x, half, chosen, std::span(weights).first(350), pool, products.data(), stop));
    }
}

TEST(ExactProducts, HalvesWhatIsSymmetric) {
  const support::RandomProblem random(640, 5, Loss{LossName::hinge}, 5);
  const MatrixView x = random.problem(support::Storage::dense_double).x;
  const std::vector<std::int32_t> all = every(640, 0, 1);
  const std::vector<double> weights(640, 1.0);
  std::vector<double> products(640);
  ThreadPool pool(1);
  const Kernel kernel = {KernelName::rbf, 0.2};
  EXPECT_EQ(exact_products(KernelSpace(kernel, x), x, all, all, weights, pool, products.data()), 55 * 64 * 64);
}

/// A row per column, so that the matrix is wide and sparse, and held a panel at a time.
TEST(ExactProducts, OfWideSparseRows) {
  constexpr std::int64_t n = 400;
  constexpr std::int32_t cols = 40000;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (std::int64_t i = 0; i < n; ++i) {
    for (const std::int32_t column : {static_cast<std::int32_t>(i % 7), static_cast<std::int32_t>(100 * i)}) {
      if (!columns.empty() && static_cast<std::int64_t>(columns.size()) > offsets.back() && columns.back() >= column)
        continue;
      columns.push_back(column);
      values.push_back(1 + 0.1 * static_cast<double>(i % 5));
    }
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  expect_sums_of_the_formula({KernelName::rbf, 0.4},
                             CsrView<double>{offsets.data(), columns.data(), values.data(), n, cols});
}

}  // namespace
}  // namespace hingeline::internal
