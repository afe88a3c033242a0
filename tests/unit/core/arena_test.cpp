// SPDX-License-Identifier: BSD-3-Clause
#include "core/arena.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>
#include <vector>

namespace hingeline::internal {
namespace {

TEST(Arena, ArraysAreApartAndBeginWithALine) {
  Arena arena;
  std::vector<std::span<double>> arrays;
  for (std::size_t k = 0; k < 200; ++k) {
    arrays.push_back(arena.take<double>(97 * k));
    std::ranges::fill(arrays.back(), static_cast<double>(k));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arrays.back().data()) % 64, 0);
  }
  const Arena moved = std::move(arena);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    EXPECT_EQ(arrays[k].size(), 97 * k);
    EXPECT_EQ(std::ranges::count(arrays[k], static_cast<double>(k)), std::ssize(arrays[k]));
  }
}

TEST(Arena, OneArrayMayNeedMoreThanABuffer) {
  Arena arena;
  constexpr std::size_t large = std::size_t{40} << 20;
  const std::span<char> array = arena.take<char>(large);
  array.front() = array.back() = 1;
  EXPECT_EQ(array.size(), large);
}

TEST(Arena, CutsWhatWasGivenUpAgain) {
  Arena arena;
  constexpr std::size_t large = std::size_t{3} << 20;
  const std::vector<std::size_t> sizes = {100, 500000, 7, large, 100};
  std::vector<const char*> places;
  for (const std::size_t size : sizes) places.push_back(arena.take<char>(size).data());
  arena.clear();
  for (std::size_t k = 0; k < sizes.size(); ++k) EXPECT_EQ(arena.take<char>(sizes[k]).data(), places[k]);
  arena.clear();
  const std::span<char> array = arena.take<char>(3 * large);
  std::ranges::fill(array, 'x');
  EXPECT_EQ(std::ranges::count(array, 'x'), std::ssize(array));
}

TEST(Arena, RefusesWhatNoMemoryHolds) {
  Arena arena;
  EXPECT_THROW(arena.take<double>(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
}

}  // namespace
}  // namespace hingeline::internal
