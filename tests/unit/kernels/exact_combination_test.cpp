// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/exact_combination.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

/// Rows of two columns; the second half of the first column takes all but 1 of the first half back.
struct Cancelling {
  Cancelling() {
    Random random(5);
    for (int i = 0; i < n; ++i) {
      s.push_back(1e6 * random.normal());
      values.push_back(static_cast<float>(1e5 * random.normal()));
      values.push_back(static_cast<float>(i));
    }
    for (int i = 0; i < n; ++i) {
      s.push_back(-s[static_cast<std::size_t>(i)]);
      values.push_back(values[2 * static_cast<std::size_t>(i)]);
      values.push_back(0);
    }
    s.push_back(1 + epsilon);
    values.push_back(1);
    values.push_back(0);
  }

  static constexpr int n = 1000;
  std::vector<double> s;
  std::vector<float> values;
};

TEST(ExactCombination, KeepsWhatCancellationLeaves) {
  const Cancelling given;
  const DenseRows<float> rows({given.values.data(), std::ssize(given.s), 2, 2});
  const std::vector<double> w = exact_combination(rows, std::span(given.s));
  EXPECT_EQ(w[0], 1 + epsilon);
  std::vector<double> plain(2);
  for (std::size_t i = 0; i < given.s.size(); ++i) rows.add(static_cast<std::int64_t>(i), given.s[i], plain.data());
  EXPECT_NE(plain[0], w[0]) << "nothing was lost that could have been kept";
  EXPECT_NEAR(w[1], plain[1], 1e-12 * Cancelling::n * 1e6 * Cancelling::n);
}

TEST(ExactCombination, IsTheSameOfSparseRows) {
  const Cancelling given;
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (std::size_t k = 0; k < given.values.size(); ++k) {
    if (given.values[k] != 0) {
      columns.push_back(static_cast<std::int32_t>(k % 2));
      values.push_back(given.values[k]);
    }
    if (k % 2 == 1) offsets.push_back(std::ssize(values));
  }
  const SparseRows<float> sparse({offsets.data(), columns.data(), values.data(), std::ssize(given.s), 2});
  const DenseRows<float> dense({given.values.data(), std::ssize(given.s), 2, 2});
  EXPECT_EQ(exact_combination(sparse, std::span(given.s)), exact_combination(dense, std::span(given.s)));
}

/// Whose products with s have more digits than a double.
TEST(ExactCombination, HoldsProductsOfDoubles) {
  const double third = 1.0 / 3;
  const std::vector<double> s = {third, -third, -1};
  const std::vector<double> values = {third, std::nextafter(third, 1), 0};
  const DenseRows<double> rows({values.data(), 3, 1, 1});
  EXPECT_EQ(exact_combination(rows, std::span(s))[0], third * (values[0] - values[1]));
}

TEST(ExactCombination, TakesNumbersAsLargeAsThereAre) {
  const std::vector<double> s = {std::numeric_limits<double>::max(), -0x1p-1074};
  const std::vector<double> values = {0.5, 1};
  const DenseRows<double> rows({values.data(), 2, 1, 1});
  EXPECT_EQ(exact_combination(rows, std::span(s))[0], 0.5 * std::numeric_limits<double>::max());
}

}  // namespace
}  // namespace hingeline::internal
