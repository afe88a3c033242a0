// SPDX-License-Identifier: BSD-3-Clause
//
// Decimal numbers, correctly rounded. Short ones are converted here, all others by fast_float.
//
// Let m be the integer of all digits of the literal and k the number of digits after the point. Where m <= 2^53 and k
// <= 22, m and 10^k are exact as doubles, so that the division m / 10^k rounds once, as the literal has to be (Clinger,
// "How to read floating point numbers accurately", PLDI 1990).
// Rounding that double to a float gives the float nearest to the literal unless the double lies exactly midway between
// two floats: rounding is monotone, so the literal is on the same side of every other midpoint.
//
// Eight characters are converted at once as in Lemire, "Number parsing at a gigabyte per second" (SP&E 2021):
// multiplications of a 64-bit word join adjacent digits to pairs, pairs to fours, fours to eight.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace hingeline::internal {

inline constexpr std::uint64_t eight_zeros = 0x3030303030303030;

/// The integer of eight digits; each byte of `word` is a digit's value, the first character in the lowest byte.
inline std::uint64_t join_eight_digits(std::uint64_t word) {
  static_assert(std::endian::native == std::endian::little, "the first character is taken as the lowest byte");
  word = word * (10 * 0x100 + 1) >> 8 & 0x00ff00ff00ff00ff;
  word = word * (100 * 0x10000 + 1) >> 16 & 0x0000ffff0000ffff;
  return word * (10000 * 0x100000000 + 1) >> 32;
}

struct Digits {
  std::uint64_t value;
  int count;
};

/// The digits that the eight characters at `p` begin with.
inline Digits leading_digits(const char* p) {
  std::uint64_t word;
  std::memcpy(&word, p, 8);
  word ^= eight_zeros;
  const std::uint64_t others = (word | (word + 0x7676767676767676)) & 0x8080808080808080;  // bytes above 9
  const int count = std::countr_zero(others) / 8;
  if (count == 0) return {0, 0};
  return {join_eight_digits(word << (64 - 8 * count)), count};  // zeros in front
}

/// The digits that the eight characters before `end` end with.
inline Digits trailing_digits(const char* end) {
  std::uint64_t word;
  std::memcpy(&word, end - 8, 8);
  word ^= eight_zeros;
  const std::uint64_t sevens = word & 0x7f7f7f7f7f7f7f7f;  // so that no sum reaches the next byte
  const std::uint64_t others = (word | (sevens + 0x7676767676767676)) & 0x8080808080808080;  // bytes above 9
  const int count = std::countl_zero(others) / 8;
  if (count == 0) return {0, 0};
  return {join_eight_digits(word >> (64 - 8 * count) << (64 - 8 * count)), count};
}

/// The type of a number, for messages.
template <class T>
inline constexpr const char* type_name = std::is_same_v<T, float> ? "float32" : "float64";

/// Number of characters that short_number may read.
inline constexpr std::size_t short_number_reach = 32;

inline constexpr double powers_of_ten[] = {1,   1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7, 1e8,
                                           1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16};
inline constexpr std::uint64_t integer_powers_of_ten[] = {1,       10,        100,        1'000,      10'000,
                                                          100'000, 1'000'000, 10'000'000, 100'000'000};

/// Whether rounding `number`, a real number rounded to double, to T is sure to give that real number rounded to T.
template <class T>
bool rounds_once(double number) {
  if constexpr (std::is_same_v<T, double>) {
    return true;
  } else {
    constexpr std::uint64_t dropped = (std::uint64_t{1} << 29) - 1;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const auto magnitude = std::bit_cast<double>(bits << 1 >> 1);
    return (bits & dropped) != (dropped >> 1) + 1 && (magnitude >= std::numeric_limits<float>::min() || magnitude == 0);
  }
}

/// Reads -?d{1,7}(.d{1,15})? whose digits form an integer <= 2^53. Returns the end of the literal, or nullptr where it
/// is not so short or not surely rounded correctly; the caller has to check what follows. Needs short_number_reach
/// readable characters at `p`.
template <class T>
const char* short_number(const char* p, T& number) {
  const bool negative = *p == '-';
  p += negative;
  const Digits whole = leading_digits(p);
  if (whole.count == 0 || whole.count == 8) return nullptr;
  p += whole.count;
  auto decimal = static_cast<double>(whole.value);
  if (*p == '.') {
    Digits fraction = leading_digits(p + 1);
    if (fraction.count == 0) return nullptr;
    std::uint64_t digits = whole.value * integer_powers_of_ten[fraction.count] + fraction.value;
    if (fraction.count == 8) {
      const Digits tail = leading_digits(p + 9);
      if (tail.count == 8 || (tail.count > 0 && whole.value >= 10)) return nullptr;
      digits = digits * integer_powers_of_ten[tail.count] + tail.value;
      if (digits > std::uint64_t{1} << 53) return nullptr;
      fraction.count += tail.count;
    }
    p += 1 + fraction.count;
    decimal = static_cast<double>(digits) / powers_of_ten[fraction.count];
  }
  if (!rounds_once<T>(decimal)) return nullptr;
  number = static_cast<T>(negative ? -decimal : decimal);
  return p;
}

/// Reads [+-]?(d+.?d*|.d+)([eE][+-]?d+)? of any length. Returns the end of the literal, or nullptr where there is none.
/// Numbers too large for T become infinite, those too small become 0.
template <class T>
const char* parse_number(const char* p, const char* end, T& number);

}  // namespace hingeline::internal
