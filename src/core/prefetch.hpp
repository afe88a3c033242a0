// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers asked for ahead of their use: the hardware's own prefetching ends with every page of 4096 bytes. All that
// asks and does nothing else is inlined by force: GCC takes such functions for pure ones whose calls may go.
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

/// In a loop that reads numbers of block after block: the line that it comes to two blocks of 256 later.
[[gnu::always_inline]] inline void prefetch_far(const double* number) { __builtin_prefetch(number + 512); }

}  // namespace hingeline::internal
