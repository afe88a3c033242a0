// SPDX-License-Identifier: BSD-3-Clause
//
// Uninitialised memory for arrays that are released together, cut from a few large buffers: the pages of an array of
// its own cost more to fault in than to fill. Released memory is used again.
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
  /// An array that begins with a line of the cache. Throws std::bad_alloc.
  template <class T>
  std::span<T> take(std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
    if (size > most / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = whole_groups(size * sizeof(T), line);
    if (bytes > left_.size()) next_buffer(bytes);
    T* array = new (left_.data()) T[size];
    left_ = left_.subspan(bytes);
    return {array, size};
  }

  /// Releases all arrays; their memory is kept for others.
  void clear() {
    used_ = 0;
    left_ = {};
  }

 private:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  static constexpr std::size_t most = PTRDIFF_MAX - huge_page;
  static constexpr std::size_t largest = 8 * huge_page;  // unless one array needs more

  void next_buffer(std::size_t bytes) {
    while (used_ < buffers_.size() && static_cast<std::size_t>(buffers_[used_].size()) < bytes) ++used_;
    if (used_ == buffers_.size()) add_buffer(bytes);
    Buffer<std::byte>& buffer = buffers_[used_++];
    left_ = {buffer.data(), static_cast<std::size_t>(buffer.size())};
  }

  void add_buffer(std::size_t bytes) {
    bytes = std::max(bytes, next_);
    if (bytes > huge_page / 4) bytes = whole_groups(bytes, huge_page);
    buffers_.emplace_back(static_cast<std::int64_t>(bytes));
    next_ = std::min(2 * bytes, largest);
  }

  std::vector<Buffer<std::byte>> buffers_;
  std::size_t used_ = 0;  // buffers
  std::span<std::byte> left_;
  std::size_t next_ = huge_page / 8;  // the least of a buffer to be added
};

}  // namespace hingeline::internal
