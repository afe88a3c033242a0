// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/twofold_products.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <vector>

namespace hingeline::internal {
namespace {

/// Whole numbers, in all three of which a row's kernel values with the others differ by little.
const std::vector<double> near_rows = {1e6 + 1, 3, 0, 1e6 + 2, 5, 0, 1e6 + 2, 5, 1, 1e6, 0, 7};
const MatrixView near_x = DenseView<double>{near_rows.data(), 4, 3, 3};
const std::vector<std::int64_t> near_offsets = {0, 3, 6, 9, 12};
const std::vector<std::int32_t> near_columns = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2};
const MatrixView near_csr = CsrView<double>{near_offsets.data(), near_columns.data(), near_rows.data(), 4, 3};
const std::vector<double> difference = {0, 1, -1, 0};  // s

double near_product(std::size_t i, std::size_t j) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) sum += near_rows[3 * i + k] * near_rows[3 * j + k];
  return sum;
}

double squared_distance(std::size_t i, std::size_t j) {
  return near_product(i, i) + near_product(j, j) - 2 * near_product(i, j);
}

std::vector<Twofold> products(const Kernel& kernel, const MatrixView& x, const std::vector<double>& s) {
  ThreadPool pool(2);
  return twofold_products(kernel, x, std::vector<std::int32_t>{0, 3}, s, pool).value();
}

/// K(x_0, x_1) - K(x_0, x_2) and the same of x_3, which are of the 14th digit and beyond.
TEST(TwofoldProducts, KeepTheDigitsThatKernelValuesLoseInSums) {
  const std::vector<std::size_t> asked = {0, 3};
  Kernel polynomial = {.name = KernelName::polynomial, .gamma = 0.5};
  polynomial.degree = 3;
  polynomial.coef0 = 2;
  const Kernel rbf = {.name = KernelName::rbf, .gamma = 1e-12};
  for (const MatrixView& x : {near_x, near_csr}) {
    const auto of_polynomial = products(polynomial, x, difference);
    const auto of_rbf = products(rbf, x, difference);
    const auto of_linear = products({.name = KernelName::linear}, x, difference);
    for (std::size_t k = 0; k < asked.size(); ++k) {
      const std::size_t i = asked[k];
      const double a = polynomial.gamma * near_product(i, 1) + polynomial.coef0;
      const double b = polynomial.gamma * near_product(i, 2) + polynomial.coef0;
      const double cubes = (a - b) * (a * a + a * b + b * b);
      EXPECT_NEAR(of_polynomial[k].high, cubes, 1e-14 * std::abs(cubes));
      const double p = squared_distance(i, 1);
      const double q = squared_distance(i, 2);
      const double powers = -std::exp(-rbf.gamma * p) * std::expm1(-rbf.gamma * (q - p));
      EXPECT_NEAR(of_rbf[k].high, powers, 1e-13 * std::abs(powers));
      EXPECT_EQ(of_linear[k].high, near_product(i, 1) - near_product(i, 2));
    }
  }
}

TEST(TwofoldProducts, OfGivenValuesAreSumsOfThem) {
  const std::vector<double> values = {4, 1e16, 1, 0, 1e16, 9, 1, 0, 1, 1, 2, 0, 0, 0, 0, 1};
  const std::vector<double> s = {1, 1, 3, 1};
  const Kernel given = {.name = KernelName::precomputed};
  const auto sums = products(given, DenseView<double>{values.data(), 4, 4, 4}, s);
  EXPECT_EQ(sums[0].high, 1e16 + 8);
  EXPECT_EQ(sums[0].low, -1);
  EXPECT_EQ(sums[1].high, 1);
}

TEST(TwofoldProducts, EndWhenToldToStop) {
  ThreadPool pool(1);
  const std::atomic<bool> told = true;
  const Stop stop = [&] { return told.load(); };
  EXPECT_FALSE(twofold_products({}, near_x, std::vector<std::int32_t>{0}, difference, pool, stop).has_value());
}

}  // namespace
}  // namespace hingeline::internal
