// SPDX-License-Identifier: BSD-3-Clause
//
// Uninitialised memory for arrays that go together, cut from a few large buffers and given up at once: pages of an array
// of its own cost more to fault in than to fill.
#pragma once

#include <algorithm>
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>
#include <vector>

#include "core/blocks.hpp"
#include "core/buffer.hpp"

namespace hingeline::internal {

class Arena {
 public:
  Arena() = default;
  /// So much will be taken in all, in a few arrays.
  explicit Arena(std::size_t bytes) : next_(bytes + few_arrays * line) {}

  /// An array that begins with a line of the cache. Throws std::bad_alloc.
  template <class T>
  std::span<T> take(std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (size > most / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = whole_groups(size * sizeof(T), line);
    if (bytes > left_.size()) add_buffer(bytes);
    T* array = new (left_.data()) T[size];
    left_ = left_.subspan(bytes);
    return {array, size};
  }

 private:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t few_arrays = 8;
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  static constexpr std::size_t most = PTRDIFF_MAX - huge_page;
  static constexpr std::size_t largest = 8 * huge_page;  // unless one array needs more

  void add_buffer(std::size_t bytes) {
    bytes = std::max(bytes, next_);
    if (bytes > huge_page / 4) bytes = whole_groups(bytes, huge_page);
    buffers_.emplace_back(static_cast<std::int64_t>(bytes));
    left_ = {buffers_.back().data(), bytes};
    next_ = std::min(2 * bytes, largest);
  }

  std::vector<Buffer<std::byte>> buffers_;
  std::span<std::byte> left_;
  std::size_t next_ = huge_page / 8;
};

}  // namespace hingeline::internal
