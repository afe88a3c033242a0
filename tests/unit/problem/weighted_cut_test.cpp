// SPDX-License-Identifier: BSD-3-Clause
#include "problem/weighted_cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

using Elements = std::vector<std::pair<double, double>>;  // key, size

TEST(WeightedCut, IsWhereSortedSizesPassTheTarget) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    Elements elements;
    const std::uint32_t count = 1 + random.below(30);
    for (std::uint32_t k = 0; k < count; ++k)
      elements.push_back({static_cast<double>(random.below(8)), static_cast<double>(1 + random.below(4))});
    Elements sorted = elements;
    std::sort(sorted.begin(), sorted.end());
    double total = 0;
    for (const auto& element : elements) total += element.second;
    const double target = random.uniform() * total;
    const auto size = [](const auto& element) { return element.second; };
    const auto [at, before] = weighted_cut(elements.begin(), elements.end(), target, random.uniform(), size);
    ASSERT_NE(at, elements.end());
    EXPECT_LE(before, target);
    EXPECT_GE(before + at->second, target);
    EXPECT_EQ(*at, sorted[static_cast<std::size_t>(at - elements.begin())]);
    double sum = 0;
    for (auto it = elements.begin(); it != at; ++it) sum += it->second;
    EXPECT_EQ(before, sum);
    EXPECT_TRUE(std::all_of(elements.begin(), at, [at = at](const auto& element) { return element <= *at; }));
    EXPECT_TRUE(std::all_of(at, elements.end(), [at = at](const auto& element) { return *at <= element; }));
  }
}

TEST(WeightedCut, IsTheEndBeyondAllSizes) {
  Elements elements = {{2, 1}, {1, 2}};
  const auto size = [](const auto& element) { return element.second; };
  const auto [at, before] = weighted_cut(elements.begin(), elements.end(), 3.5, 0.5, size);
  EXPECT_EQ(at, elements.end());
  EXPECT_EQ(before, 3);
}

}  // namespace
}  // namespace hingeline::internal
