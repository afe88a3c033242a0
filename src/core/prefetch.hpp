// SPDX-License-Identifier: BSD-3-Clause
//
// Prefetches numbers ahead of their use, for the hardware's own prefetching ends with every page of 4096 bytes.
// Functions that do nothing else are inlined by force: GCC takes them for pure functions, whose calls it may drop.
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::internal {

template <class T>
[[gnu::always_inline]] inline void prefetch(std::span<const T> numbers) {
  constexpr std::size_t line = 64;
  const auto* bytes = reinterpret_cast<const char*>(numbers.data());
  for (std::size_t at = 0; at < numbers.size_bytes(); at += line) __builtin_prefetch(bytes + at);
}

/// For a loop that reads block after block of 256 numbers: prefetches the line that it comes to two blocks later.
[[gnu::always_inline]] inline void prefetch_far(const double* number) { __builtin_prefetch(number + 512); }

}  // namespace hingeline::internal
