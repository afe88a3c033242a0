// SPDX-License-Identifier: BSD-3-Clause
#include "core/sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/infinity.hpp"
#include "core/random.hpp"

namespace hingeline::internal {
namespace {

TEST(Sum, OfAnySize) {
  std::vector<double> numbers;
  double expected = 0;
  for (int size = 0; size < 40; ++size) {
    EXPECT_EQ(sum(numbers), expected);
    numbers.push_back(size + 0.5);
    expected += size + 0.5;
  }
}

/// Terms of any size that cancel, but for a small one that no sum of doubles would see.
TEST(Sum, KeepsWhatIsLeftOfTermsThatCancel) {
  Random random(1);
  for (const std::size_t place : {0, 5, 500, 2000}) {
    std::vector<double> numbers;
    for (int i = 0; i < 1000; ++i) {
      const double number = random.normal() * std::pow(10.0, static_cast<double>(random.below(15)));
      numbers.push_back(number);
      numbers.push_back(-number);
    }
    for (std::size_t i = numbers.size(); i > 1; --i)
      std::swap(numbers[i - 1], numbers[random.below(static_cast<std::uint32_t>(i))]);
    EXPECT_NEAR(sum(numbers), 0, 1e-14);
    numbers.insert(numbers.begin() + static_cast<std::ptrdiff_t>(place), 1e-3);
    EXPECT_NEAR(sum(numbers), 1e-3, 1e-14);
  }
}

TEST(Sum, OfInfinity) {
  for (const std::size_t size : {1, 9, 30}) {
    std::vector<double> numbers(size, 1);
    numbers.back() = infinity;
    EXPECT_EQ(sum(numbers), infinity);
    numbers.front() = size > 1 ? -infinity : infinity;
    EXPECT_EQ(std::isnan(sum(numbers)), size > 1);
  }
}

}  // namespace
}  // namespace hingeline::internal
