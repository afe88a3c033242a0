// SPDX-License-Identifier: BSD-3-Clause
//
// Uninitialised memory for the large arrays of a matrix. Big buffers ask for huge pages: they are faulted in 512 times
// less often while they are filled, and random rows cost fewer misses of the address cache afterwards.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace hingeline::internal {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Buffer() = default;
  /// Throws std::bad_alloc.
  explicit Buffer(std::int64_t size) : size_(size) {
    if (size == 0) return;
    if (static_cast<std::uint64_t>(size) > PTRDIFF_MAX / sizeof(T)) throw std::bad_array_new_length();
    const std::size_t bytes = whole_pages(static_cast<std::size_t>(size) * sizeof(T));
    const std::align_val_t alignment{bytes < huge_page ? 64 : huge_page};
    memory_ = {static_cast<T*>(::operator new(bytes, alignment)), Release{alignment}};
    if (bytes >= huge_page) madvise(memory_.get(), bytes, MADV_HUGEPAGE);
    populate(bytes / huge_page * huge_page, bytes);
  }

  T* data() { return memory_.get(); }
  const T* data() const { return memory_.get(); }
  std::int64_t size() const { return size_; }
  T& operator[](std::int64_t i) { return memory_.get()[i]; }
  const T& operator[](std::int64_t i) const { return memory_.get()[i]; }
  std::span<const T> span() const { return {data(), static_cast<std::size_t>(size_)}; }

 private:
  static constexpr std::size_t huge_page = std::size_t{2} << 20;
  struct Release {
    std::align_val_t alignment{64};
    void operator()(T* memory) const { ::operator delete(memory, alignment); }
  };

  /// Rounds a size that nearly fills its last huge page up to all of it.
  static std::size_t whole_pages(std::size_t bytes) {
    const std::size_t left = bytes % huge_page;
    return left < huge_page / 4 * 3 || bytes > PTRDIFF_MAX - huge_page ? bytes : bytes - left + huge_page;
  }

  /// Faults in the whole pages among these bytes at once, unless they are so few that the call costs more.
  void populate(std::size_t begin, std::size_t end) {
#ifdef MADV_POPULATE_WRITE
    constexpr std::size_t page = 4096;
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
    begin = (address + begin + page - 1) / page * page;
    end = (address + end) / page * page;
    if (begin + 64 * page < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#else
    static_cast<void>(begin + end);
#endif
  }

  std::unique_ptr<T, Release> memory_;
  std::int64_t size_ = 0;
};

}  // namespace hingeline::internal
