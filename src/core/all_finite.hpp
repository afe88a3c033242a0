// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>

namespace hingeline::internal {

/// Whether no value is infinite or NaN. Their mark is the largest exponent, which an added 1 carries into the sign; the
/// operations are those of integers, so that loops run on vectors. This is often the first to read the values from
/// memory, and prefetches them, for the hardware's own prefetching ends with every page.
template <class T>
bool all_finite(std::span<const T> values) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr Bits exponent = std::bit_cast<Bits>(std::numeric_limits<T>::infinity());
  constexpr Bits lowest = exponent & ~(exponent << 1);
  constexpr Bits sign = ~(~Bits{0} >> 1);
  constexpr std::size_t line = 64 / sizeof(T);
  constexpr std::size_t lines_ahead = 64;
  const auto marked = [](T value) { return (std::bit_cast<Bits>(value) & exponent) + lowest; };
  std::array<Bits, line> any{};
  std::size_t first = 0;
  for (; first + line <= values.size(); first += line) {
    __builtin_prefetch(values.data() + first + lines_ahead * line);
    for (std::size_t k = 0; k < line; ++k) any[k] |= marked(values[first + k]);
  }
  for (const T value : values.subspan(first)) any[0] |= marked(value);
  return (std::accumulate(any.begin(), any.end(), Bits{0}, std::bit_or()) & sign) == 0;
}

}  // namespace hingeline::internal
