// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers as text where they repeat: a coefficient of a column with one entry is that entry times its row's dual
// variable, and rows hold few different values. Of numbers that share a place the last one is remembered.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/format_number.hpp"

namespace hingeline::internal {

class RecentNumbers {
 public:
  /// For about so many numbers.
  explicit RecentNumbers(std::size_t numbers)
      : places_(std::bit_floor(std::clamp<std::size_t>(numbers / 64, 2, most_places))),
        shift_(64 - std::countr_zero(places_.size())) {}

  /// As NumberText; valid until the next one.
  std::string_view text(double number) {
    constexpr std::uint64_t golden = 0x9e3779b97f4a7c15;
    const auto bits = std::bit_cast<std::uint64_t>(number);
    Place& place = places_[(bits * golden) >> shift_];
    if (place.size == 0 || place.bits != bits) {
      const NumberText text(number);
      const std::string_view characters = text;
      std::copy(characters.begin(), characters.end(), place.text.begin());
      place.size = static_cast<std::uint8_t>(characters.size());
      place.bits = bits;
    }
    return {place.text.data(), place.size};
  }

 private:
  struct Place {
    std::uint64_t bits = 0;
    std::uint8_t size = 0;
    std::array<char, 31> text;  // a double takes up to 24
  };
  static constexpr std::size_t most_places = 1 << 14;

  std::vector<Place> places_;
  int shift_;
};

}  // namespace hingeline::internal
