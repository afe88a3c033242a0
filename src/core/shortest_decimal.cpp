// SPDX-License-Identifier: BSD-3-Clause
//
// Let v = c 2^q with 2^52 < c < 2^53. What lies within half a unit of c reads back as v; the ends do where c is even,
// for ties are rounded to even. With 1 <= u = 2^q 10^n < 10, v is c u in units of 10^-n, and the interval is u wide:
//
//     one multiple of 10 at most lies in it; where one does, it has the fewest digits, ending in zeros or not
//     otherwise the integer next to c u is in it, and no decimal of as few digits is nearer
//
// (Giulietti, "The Schubfach way to render doubles", 2020). All is exact here: for 0 <= n <= 55, 5^n has at most 128
// bits, and so c u = c 5^n 2^(q + n) is an integer of 64 bits and a fraction of 128. Numbers beyond 2^-130 <= |v| < 2^53,
// and powers of 2, whose intervals are not symmetric, are left to std::to_chars.
#include "core/shortest_decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace hingeline::internal {
namespace {

__extension__ using Wide = unsigned __int128;

/// An integer and a fraction in units of 2^-128.
struct Fixed {
  std::uint64_t whole;
  Wide fraction;
};

constexpr std::size_t power_count = 56;

/// 5^n, its first bit moved to the front.
constexpr auto powers_of_five = [] {
  std::array<Wide, power_count> powers{};
  Wide power = 1;
  for (Wide& moved : powers) {
    moved = power;
    while (moved >> 127 == 0) moved <<= 1;
    power *= 5;
  }
  return powers;
}();

/// floor(q log10(2)) and floor(n log2(5)), of the q and n that occur.
constexpr int log10_of_power_of_two(int q) { return (q * 315653) >> 20; }
constexpr int log2_of_power_of_five(int n) { return (n * 1217359) >> 19; }

/// factor * power / 2^128.
Fixed multiply(std::uint64_t factor, Wide power) {
  const Wide low = Wide{factor} * static_cast<std::uint64_t>(power);
  const Wide high = Wide{factor} * static_cast<std::uint64_t>(power >> 64) + (low >> 64);
  return {static_cast<std::uint64_t>(high >> 64), high << 64 | static_cast<std::uint64_t>(low)};
}

Fixed operator+(Fixed a, Fixed b) {
  const Wide fraction = a.fraction + b.fraction;
  return {a.whole + b.whole + (fraction < a.fraction), fraction};
}

Fixed operator-(Fixed a, Fixed b) { return {a.whole - b.whole - (a.fraction < b.fraction), a.fraction - b.fraction}; }

/// Without a branch, as all that follows: no processor foresees digits.
std::uint64_t choose(bool condition, std::uint64_t yes, std::uint64_t no) {
  return no ^ ((yes ^ no) & -std::uint64_t{condition});
}

/// The integer that stands for c u, where half is u / 2.
std::uint64_t shortest_in(Fixed number, Fixed half, bool ends_included) {
  const Fixed lower = number - half;
  const Fixed upper = number + half;
  const std::uint64_t below = number.whole / 10 * 10;
  const std::uint64_t above = below + 10;
  const bool has_below = (lower.whole < below) | ((lower.whole == below) & (lower.fraction == 0) & ends_included);
  const bool has_above = (above < upper.whole) | ((above == upper.whole) & ((upper.fraction != 0) | ends_included));
  constexpr Wide middle = Wide{1} << 127;
  const bool is_odd = number.whole % 2 != 0;
  const bool rounds_up = (number.fraction > middle) | ((number.fraction == middle) & is_odd);
  return choose(has_below, below, choose(has_above, above, number.whole + rounds_up));
}

/// The eight digits of a number below 10^8, one in each byte, the first one lowest: halves, pairs, digits.
std::uint64_t spread_digits(std::uint64_t number) {
  static_assert(std::endian::native == std::endian::little, "the lowest byte is written first");
  const std::uint64_t high = number / 10000;
  const std::uint64_t fours = high | (number - 10000 * high) << 32;
  const std::uint64_t hundreds = (fours * 10486) >> 20 & 0x0000007f0000007f;
  const std::uint64_t pairs = hundreds | (fours - 100 * hundreds) << 16;
  const std::uint64_t tens = (pairs * 103) >> 10 & 0x000f000f000f000f;
  return tens | (pairs - 10 * tens) << 8;
}

/// 17 digits, and how many of them there are up to the last that is not 0.
struct Digits {
  std::array<char, 17> text;
  int count;
};

Digits digits_of(std::uint64_t number) {
  constexpr std::uint64_t zeros = 0x3030303030303030;
  constexpr std::uint64_t eight = 100'000'000;
  const std::uint64_t high = number / eight;
  const std::uint64_t middle = spread_digits(high % eight);
  const std::uint64_t low = spread_digits(number % eight);
  const std::array<std::uint64_t, 2> letters = {middle | zeros, low | zeros};
  Digits digits;
  digits.text[0] = static_cast<char>('0' + high / eight);
  std::memcpy(&digits.text[1], letters.data(), 16);
  digits.count = low != 0 ? 17 - std::countl_zero(low) / 8 : 9 - std::countl_zero(middle) / 8;
  return digits;
}

/// d.ddd 10^exponent, -40 <= exponent < 16.
char* write_scientific(const Digits& digits, int exponent, char* to) {
  to[0] = digits.text[0];
  to[1] = '.';
  std::memcpy(to + 2, digits.text.data() + 1, 16);
  to += digits.count == 1 ? 1 : digits.count + 1;
  const int magnitude = exponent < 0 ? -exponent : exponent;
  to[0] = 'e';
  to[1] = exponent < 0 ? '-' : '+';
  to[2] = static_cast<char>('0' + magnitude / 10);
  to[3] = static_cast<char>('0' + magnitude % 10);
  return to + 4;
}

/// The same without an exponent, which is at least -7.
char* write_fixed(const Digits& digits, int exponent, char* to) {
  if (exponent < 0) {
    std::memcpy(to, "0.000000", 8);
    std::memcpy(to + 1 - exponent, digits.text.data(), 17);
    return to + 1 - exponent + digits.count;
  }
  const int whole = exponent + 1;
  std::memcpy(to, digits.text.data(), 17);
  if (digits.count <= whole) return to + whole;
  to[whole] = '.';
  std::memcpy(to + whole + 1, digits.text.data() + whole, static_cast<std::size_t>(17 - whole));
  return to + digits.count + 1;
}

char* write_digits(const Digits& digits, int exponent, char* to) {
  const int fixed_length =
      exponent < 0 ? digits.count + 1 - exponent : std::max(digits.count + (digits.count > exponent + 1), exponent + 1);
  const int scientific_length = digits.count + (digits.count > 1) + 4;
  return fixed_length <= scientific_length ? write_fixed(digits, exponent, to) : write_scientific(digits, exponent, to);
}

}  // namespace

char* write_shortest(double number, char* to) {
  constexpr int smallest_exponent = -182;
  const auto bits = std::bit_cast<std::uint64_t>(number);
  *to = '-';
  to += bits >> 63;
  if (bits << 1 == 0) {
    *to = '0';
    return to + 1;
  }
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
  const int q = static_cast<int>(bits >> 52 & 0x7ff) - 1075;
  if (fraction == 0 || q > 0 || q < smallest_exponent)
    return std::to_chars(to, to + shortest_decimal_room - 1, std::abs(number)).ptr;

  const int n = -log10_of_power_of_two(q);
  const int shift = q + n + log2_of_power_of_five(n);  // u is the power moved by it, in units of 2^-127
  const Wide power = powers_of_five[static_cast<std::size_t>(n)];
  const std::uint64_t c = fraction | std::uint64_t{1} << 52;
  const Fixed half{static_cast<std::uint64_t>(power >> 64) >> 1 >> (63 - shift), power << shift};
  std::uint64_t decimal = shortest_in(multiply(c << (shift + 1), power), half, c % 2 == 0);

  const bool has_16_digits = decimal < 10'000'000'000'000'000;
  decimal = choose(has_16_digits, 10 * decimal, decimal);
  return write_digits(digits_of(decimal), 16 - has_16_digits - n, to);
}

}  // namespace hingeline::internal
