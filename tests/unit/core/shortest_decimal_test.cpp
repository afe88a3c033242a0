// SPDX-License-Identifier: BSD-3-Clause
#include "core/shortest_decimal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

/// Both signs.
void expect_as_to_chars(double size) {
  for (const double number : {size, -size}) {
    std::array<char, shortest_decimal_room> text;
    std::array<char, shortest_decimal_room> expected;
    const char* end = write_shortest(text.data(), number);
    const char* expected_end = std::to_chars(expected.data(), expected.data() + expected.size(), number).ptr;
    ASSERT_EQ(std::string_view(text.data(), end), std::string_view(expected.data(), expected_end));
  }
}

void expect_as_to_chars_about(double size) {
  expect_as_to_chars(std::nextafter(size, 0));
  expect_as_to_chars(size);
  expect_as_to_chars(std::nextafter(size, 2 * size));
}

TEST(ShortestDecimal, IsThatOfToChars) {
  Random random(1);
  for (int i = 0; i < 200000; ++i) expect_as_to_chars(std::pow(10, 5 * random.uniform() - 4.5));
  using Limits = std::numeric_limits<double>;
  for (const double edge : {0.0, Limits::denorm_min(), Limits::min(), Limits::max(), Limits::infinity()})
    expect_as_to_chars(edge);
}

TEST(ShortestDecimal, IsThatOfToCharsWhereDigitsAreFew) {
  Random random(1);
  double units = 1;
  for (int digits = 1; digits <= 17; ++digits) {
    units *= 10;
    for (int first = 1; first <= 9; ++first) expect_as_to_chars_about(first / units);
    for (int i = 0; i < 2000; ++i) expect_as_to_chars_about(std::floor(random.uniform() * units) / units);
  }
}

/// Those of 18 to 21 bits behind the point lie in the middle of two decimals of 17 digits, or of 16.
TEST(ShortestDecimal, IsThatOfToCharsWhereBitsAreFew) {
  Random random(1);
  for (int bits = 1; bits <= 24; ++bits) {
    const double units = std::ldexp(1, bits);
    expect_as_to_chars_about(1 / units);
    for (int i = 0; i < 5000; ++i) expect_as_to_chars_about(std::floor(random.uniform() * units) / units);
  }
}

}  // namespace
}  // namespace hingeline::internal
