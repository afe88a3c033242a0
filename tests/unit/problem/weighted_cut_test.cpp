// SPDX-License-Identifier: BSD-3-Clause
#include "problem/weighted_cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

bool by_key(const WeightedKey& a, const WeightedKey& b) { return a.key < b.key; }

TEST(WeightedCut, IsWhereSortedSizesPassTheTarget) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<WeightedKey> elements;
    const std::uint32_t count = 1 + random.below(round % 2 == 0 ? 30 : 300);
    for (std::uint32_t k = 0; k < count; ++k)
      elements.push_back(
          {static_cast<double>(random.below(round % 3 == 0 ? 8 : 1000)), static_cast<double>(1 + random.below(4))});
    std::vector<WeightedKey> sorted = elements;
    std::sort(sorted.begin(), sorted.end(), by_key);
    double total = 0;
    for (const auto& element : elements) total += element.size;
    const double target = random.uniform() * total;
    const auto [at, before] = weighted_cut(elements, target);
    ASSERT_LT(at, elements.size());
    EXPECT_LE(before, target);
    EXPECT_GE(before + elements[at].size, target);
    EXPECT_EQ(elements[at].key, sorted[at].key);
    double sum = 0;
    for (std::size_t k = 0; k < at; ++k) sum += elements[k].size;
    EXPECT_EQ(before, sum);
    for (std::size_t k = 0; k < elements.size(); ++k)
      EXPECT_TRUE(k <= at ? elements[k].key <= elements[at].key : elements[k].key >= elements[at].key);
  }
}

TEST(WeightedCut, IsTheEndBeyondAllSizes) {
  std::vector<WeightedKey> elements = {{2, 1}, {1, 2}};
  const auto [at, before] = weighted_cut(elements, 3.5);
  EXPECT_EQ(at, 2);
  EXPECT_EQ(before, 3);
}

TEST(WeightedCut, IsTheFirstForATargetOfZero) {
  std::vector<WeightedKey> elements = {{2, 1}, {1, 2}, {3, 1}};
  const auto [at, before] = weighted_cut(elements, 0);
  EXPECT_EQ(at, 0);
  EXPECT_EQ(before, 0);
  EXPECT_EQ(elements[0].key, 1);
}

TEST(WeightedCut, EndsWhereKeysAreNotNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<WeightedKey> elements(200, {nan, 1});
  for (std::size_t k = 0; k < elements.size(); k += 3) elements[k].key = static_cast<double>(k);
  EXPECT_LE(weighted_cut(elements, 100).at, elements.size());
  EXPECT_LE(weighted_cut(elements, nan).at, elements.size());
}

}  // namespace
}  // namespace hingeline::internal
