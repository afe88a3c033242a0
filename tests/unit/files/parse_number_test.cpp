// SPDX-License-Identifier: BSD-3-Clause
#include "files/parse_number.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "core/random.hpp"
#include "support/by_strtod.hpp"

namespace hingeline::internal {
namespace {

using support::by_strtod;

std::string random_literal(Random& random, std::uint32_t most_digits) {
  std::string text = random.below(2) == 0 ? "" : "-";
  const auto digits = [&](std::uint32_t count) {
    for (; count > 0; --count) text += static_cast<char>('0' + random.below(10));
  };
  digits(1 + random.below(random.below(2) == 0 ? 1 : most_digits));
  if (random.below(4) != 0) {
    text += '.';
    digits(1 + random.below(most_digits));
  }
  return text;
}

template <class T>
void short_numbers_agree(std::uint64_t seed) {
  Random random(seed);
  int taken = 0;
  for (int i = 0; i < 200000; ++i) {
    const std::string text = random_literal(random, 17);
    const std::string padded = text + " " + std::string(short_number_reach, '7');
    T number = 0;
    const char* end = short_number(padded.data(), number);
    if (end == nullptr) continue;
    ++taken;
    ASSERT_EQ(end - padded.data(), std::ssize(text)) << text;
    ASSERT_EQ(number, by_strtod<T>(text)) << text;
  }
  EXPECT_GT(taken, 50000);
}

TEST(ParseNumber, ShortNumbersAreRoundedCorrectly) {
  short_numbers_agree<float>(1);
  short_numbers_agree<double>(2);
}

/// The decimal expansion of a double half way between two floats, which a second rounding would send to the even one.
TEST(ParseNumber, NumbersNextToTheMiddleOfTwoFloats) {
  for (const char* text : {"1.000000059604644775390625", "1.0000000596046448", "1.0000000596046447", "16777217",
                           "16777219", "8388608.5", "8388609.5", "0.500000029802322", "0.500000029802323"}) {
    const std::string padded = std::string(text) + " " + std::string(short_number_reach, '7');
    float number = 0;
    if (short_number(padded.data(), number) != nullptr) {
      EXPECT_EQ(number, by_strtod<float>(text)) << text;
    }
    ASSERT_NE(parse_number(text, text + std::strlen(text), number), nullptr);
    EXPECT_EQ(number, by_strtod<float>(text)) << text;
  }
}

TEST(ParseNumber, EveryShortLengthIsTaken) {
  for (int whole = 1; whole <= 7; ++whole) {
    for (int fraction = 0; fraction <= (whole == 1 ? 14 : 8); ++fraction) {
      const std::string text = std::string("1234567").substr(0, static_cast<std::size_t>(whole)) +
                               (fraction > 0 ? "." : "") +
                               std::string("81726354998877").substr(0, static_cast<std::size_t>(fraction));
      const std::string padded = text + " " + std::string(short_number_reach, '7');
      double number = 0;
      ASSERT_NE(short_number(padded.data(), number), nullptr) << text;
      EXPECT_EQ(number, std::strtod(text.c_str(), nullptr));
    }
  }
}

TEST(ParseNumber, LeadingDigitsStopAtEveryOtherCharacter) {
  for (int count = 0; count < 8; ++count) {
    for (int other = 0; other < 256; ++other) {
      if (other >= '0' && other <= '9') continue;
      std::string text = "1234567899";
      text[static_cast<std::size_t>(count)] = static_cast<char>(other);
      const Digits digits = leading_digits(text.data());
      EXPECT_EQ(digits.count, count);
      EXPECT_EQ(digits.value, std::strtoull(text.substr(0, static_cast<std::size_t>(count)).c_str(), nullptr, 10));
    }
  }
  EXPECT_EQ(leading_digits("123456789").value, 12345678U);
}

TEST(ParseNumber, TakesDecimalNumbersOnly) {
  const auto length = [](std::string_view text) {
    double number = 0;
    const char* end = parse_number(text.data(), text.data() + text.size(), number);
    return end == nullptr ? -1 : static_cast<int>(end - text.data());
  };
  for (const std::string_view text :
       {"0", "-0", "+1.5", "1.", ".5", "-.5e-3", "1E5", "1e+5", "000123456789012345678901234567890"})
    EXPECT_EQ(length(text), std::ssize(text)) << text;
  for (const std::string_view text : {"", "-", "+", ".", "-.", "+-1", "-+1", "++1", "nan", "-inf", "e5", "x", " 1"})
    EXPECT_EQ(length(text), -1) << text;
  EXPECT_EQ(length("0x10"), 1);
  EXPECT_EQ(length("1e"), 1);
  EXPECT_EQ(length("1.5.5"), 3);
}

}  // namespace
}  // namespace hingeline::internal
