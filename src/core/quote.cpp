// SPDX-License-Identifier: BSD-3-Clause
#include "core/quote.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace hingeline::internal {
namespace {

/// A decoded character; its length is 0 where the text does not begin with one.
struct Character {
  std::uint32_t code;
  std::size_t length;
};

/// The first byte says by its leading ones how many bytes there are, and each of the others brings six bits.
Character first_character(std::string_view text) {
  constexpr Character none{0, 0};
  constexpr std::uint32_t least_of_length[] = {0, 0, 0x80, 0x800, 0x10000};
  const auto first = static_cast<std::uint8_t>(text[0]);
  if (first < 0x80) return {first, 1};
  const auto length = static_cast<std::size_t>(std::countl_one(first));
  if (length < 2 || length > 4 || length > text.size()) return none;
  std::uint32_t code = first & (0x7fu >> length);
  for (const char next : text.substr(1, length - 1)) {
    if ((next & 0xc0) != 0x80) return none;
    code = code << 6 | (next & 0x3fu);
  }
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < least_of_length[length] || code > 0x10ffff || is_surrogate ? none : Character{code, length};
}

bool is_control(std::uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

std::string in_hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(byte));
  return text;
}

}  // namespace

std::string quote(std::string_view text) {
  std::string quoted = "'";
  for (int left = 40; left > 0 && !text.empty(); --left) {
    const Character next = first_character(text);
    const std::string_view bytes = text.substr(0, std::max<std::size_t>(next.length, 1));
    quoted += next.length == 0 || is_control(next.code) ? in_hexadecimal(bytes) : bytes;
    text.remove_prefix(bytes.size());
  }
  return quoted + (text.empty() ? "'" : "...'");
}

}  // namespace hingeline::internal
