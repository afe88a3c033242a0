// SPDX-License-Identifier: BSD-3-Clause
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace hingeline::internal {
namespace {

TEST(Random, SameSeedSameNumbers) {
  Random first(7);
  Random second(7);
  Random other(8);
  int equal = 0;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t number = first.next();
    EXPECT_EQ(number, second.next());
    equal += number == other.next();
  }
  EXPECT_EQ(equal, 0);
}

TEST(Random, BelowIsUniform) {
  Random random(1);
  std::vector<int> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts[random.below(7)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(Random, BelowAnyBoundIsUniform) {
  Random random(1);
  Random same(1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below_any(7), same.below(7));
  for (const std::uint64_t bound : {(std::uint64_t{1} << 32) - 1, std::uint64_t{1} << 32, (std::uint64_t{1} << 32) + 1,
                                    std::uint64_t{3} << 40, ~std::uint64_t{0}}) {
    std::vector<int> counts(8);
    for (int i = 0; i < 8000; ++i) {
      const std::uint64_t number = random.below_any(bound);
      ASSERT_LT(number, bound);
      ++counts[number / (bound / 8 + 1)];
    }
    for (const int count : counts) EXPECT_NEAR(count, 1000, 150) << bound;
  }
}

TEST(Random, NormalHasItsMoments) {
  Random random(2);
  double sum = 0;
  double squares = 0;
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    const double number = random.normal();
    sum += number;
    squares += number * number;
  }
  EXPECT_NEAR(sum / n, 0, 0.02);
  EXPECT_NEAR(squares / n, 1, 0.02);
}

TEST(Random, ShuffleReachesEveryOrder) {
  Random random(3);
  std::vector<int> counts(6);
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> order = {0, 1, 2};
    shuffle(std::span(order), random);
    ++counts[static_cast<std::size_t>(order[0] * 2 + (order[1] > order[2]))];
  }
  for (const int count : counts) EXPECT_NEAR(count, 1000, 150);
}

}  // namespace
}  // namespace hingeline::internal
