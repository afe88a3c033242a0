// SPDX-License-Identifier: BSD-3-Clause
#include "core/shortest_decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace hingeline::internal {
namespace {

__extension__ using Wide = unsigned __int128;

/// 5^17, 5^18, ...
constexpr std::array<std::uint64_t, 4> powers_of_five = {762939453125, 3814697265625, 19073486328125, 95367431640625};

/// x and r in units of 2^-point.
struct Scaled {
  Wide x;
  std::uint64_t r;
  int point;
};

Scaled scaled_size(std::uint64_t size_bits, int zeros) {
  constexpr std::uint64_t hidden = std::uint64_t{1} << 52;
  const std::uint64_t m = hidden | (size_bits & (hidden - 1));
  const int e = static_cast<int>(size_bits / hidden) - 1075;
  const std::uint64_t five = powers_of_five[static_cast<std::size_t>(zeros)];
  return {Wide{2 * m} * five, five, 1 - (e + 17 + zeros)};
}

/// The multiple of `unit` nearest to x, the even one of two, if it reads back; else `otherwise`. By arithmetic, because
/// random numbers would make branches random.
template <std::uint64_t unit>
std::uint64_t nearest_multiple(const Scaled& scaled, std::uint64_t otherwise) {
  const std::uint64_t count = static_cast<std::uint64_t>(scaled.x >> scaled.point) / unit;
  const std::uint64_t distance = unit << scaled.point;
  const std::uint64_t above = static_cast<std::uint64_t>(scaled.x) - count * distance;
  const std::uint64_t below = distance - above;
  const std::uint64_t is_up = std::uint64_t{above > below} | (std::uint64_t{above == below} & count);
  const std::uint64_t multiple = (count + (is_up & 1)) * unit;
  const std::uint64_t mask = -std::uint64_t{std::min(above, below) < scaled.r};
  return (multiple & mask) | (otherwise & ~mask);
}

/// Eight digits as the values of eight bytes, the first digit the lowest byte: the number is split into halves, then
/// quarters, then pairs.
std::uint64_t split_eight_digits(std::uint32_t number) {
  static_assert(std::endian::native == std::endian::little, "the first character is the lowest byte");
  std::uint64_t word = number / 10000 + (std::uint64_t{number % 10000} << 32);
  const std::uint64_t hundreds = word * 5243 >> 19 & 0x0000007f'0000007f;
  word = hundreds + ((word - 100 * hundreds) << 16);
  const std::uint64_t tens = word * 103 >> 10 & 0x000f000f'000f000f;
  return tens + ((word - 10 * tens) << 8);
}

/// Writes the 17 digits of `number`, and returns the end of those before its last zeros.
char* write_digits(char* text, std::uint64_t number) {
  constexpr std::uint64_t ascii = 0x30303030'30303030;
  constexpr std::uint64_t eight = 100'000'000;
  const auto front = static_cast<std::uint32_t>(number / eight);
  const std::uint64_t middle = split_eight_digits(front % eight);
  const std::uint64_t last = split_eight_digits(static_cast<std::uint32_t>(number % eight));
  const std::uint64_t middle_text = middle | ascii;
  const std::uint64_t last_text = last | ascii;
  *text = static_cast<char>('0' + front / eight);
  std::memcpy(text + 1, &middle_text, 8);
  std::memcpy(text + 9, &last_text, 8);
  return last != 0 ? text + 17 - std::countl_zero(last) / 8 : text + 9 - std::countl_zero(middle) / 8;
}

char* write_any(char* text, double number) { return std::to_chars(text, text + shortest_decimal_room, number).ptr; }

}  // namespace

char* write_shortest(char* text, double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  if (bits == 0) {
    *text = '0';
    return text + 1;
  }
  const std::uint64_t size_bits = bits << 1 >> 1;
  const auto size = std::bit_cast<double>(size_bits);
  if (!(size > 1e-4 && size < 1)) return write_any(text, number);

  const int zeros = (size < 0.1) + (size < 0.01) + (size < 0.001);
  const Scaled scaled = scaled_size(size_bits, zeros);
  std::uint64_t digits = nearest_multiple<1>(scaled, 0);
  digits = nearest_multiple<10>(scaled, digits);
  digits = nearest_multiple<100>(scaled, digits);
  constexpr std::uint64_t one_digit = 10'000'000'000'000'000;
  if (zeros == 3 && digits % one_digit == 0) return write_any(text, number);  // 1e-04 is shorter than 0.0001
  *text = '-';
  text += bits >> 63;
  std::memcpy(text, "0.000", 5);
  return write_digits(text + 2 + zeros, digits);
}

}  // namespace hingeline::internal
