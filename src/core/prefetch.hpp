// SPDX-License-Identifier: BSD-3-Clause
//
// Numbers asked for ahead of their use: the hardware's own prefetching ends with every page of 4096 bytes.
#pragma once

#include <cstddef>
#include <span>

namespace hingeline::internal {

template <class T>
void prefetch(std::span<const T> numbers) {
  constexpr std::size_t line = 64;
  const auto* bytes = reinterpret_cast<const char*>(numbers.data());
  for (std::size_t at = 0; at < numbers.size_bytes(); at += line) __builtin_prefetch(bytes + at);
}

}  // namespace hingeline::internal
