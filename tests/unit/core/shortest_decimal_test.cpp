// SPDX-License-Identifier: BSD-3-Clause
#include "core/shortest_decimal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

std::string ours(double number) {
  std::array<char, shortest_decimal_room> text;
  return {text.data(), write_shortest(number, text.data())};
}

std::string library(double number) {
  std::array<char, shortest_decimal_room> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

/// A number, its neighbours, and their opposites.
void expect_alike(double number) {
  for (const double near : {number, std::nextafter(number, HUGE_VAL), std::nextafter(number, -HUGE_VAL)}) {
    ASSERT_EQ(ours(near), library(near));
    ASSERT_EQ(ours(-near), library(-near));
  }
}

TEST(WriteShortest, RandomBits) {
  Random random(1);
  for (int i = 0; i < 20000; ++i) expect_alike(std::bit_cast<double>(random.next()));
}

TEST(WriteShortest, RandomDigitsOfOrdinarySize) {
  Random random(2);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t fraction = random.next() >> 12;
    expect_alike(std::bit_cast<double>(std::uint64_t{1023 - 135 + random.below(195)} << 52 | fraction));
  }
}

TEST(WriteShortest, FewDigits) {
  for (int exponent = -45; exponent <= 25; ++exponent)
    for (int digits = 0; digits < 300; ++digits)
      expect_alike(std::stod(std::to_string(digits) + "e" + std::to_string(exponent)));
}

TEST(WriteShortest, PowersOfTwoAndWholeNumbers) {
  for (int exponent = -1074; exponent <= 1023; ++exponent) expect_alike(std::ldexp(1.0, exponent));
  Random random(3);
  for (int i = 0; i < 10000; ++i) expect_alike(static_cast<double>(random.next() >> random.below(64)));
}

TEST(WriteShortest, WhatIsNoNumber) {
  for (const double number : {HUGE_VAL, -HUGE_VAL, std::numeric_limits<double>::quiet_NaN()})
    EXPECT_EQ(ours(number), library(number));
}

}  // namespace
}  // namespace hingeline::internal
