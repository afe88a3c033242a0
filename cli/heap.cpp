// SPDX-License-Identifier: BSD-3-Clause
#include "heap.hpp"

#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#endif

namespace hingeline::cli {
namespace {

#ifdef __GLIBC__

/// Keeps what reading frees for the solve: returning pages and faulting them in again costs a solve of milliseconds a
/// tenth.
void keep_what_is_freed() {
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

/// Continues the heap in a huge page, so that small data and their solve take one page fault. It must be asked for
/// before anything in it is touched, even malloc's header behind the last allocation.
void go_on_in_huge_page() {
  constexpr std::size_t huge_page = std::size_t{2} << 20;
  constexpr std::size_t enough_to_grow = std::size_t{256} << 10;
  constexpr std::size_t header = 2 * sizeof(std::size_t);
  mallopt(M_TOP_PAD, 2 * huge_page);
  static void* volatile never_used = std::malloc(enough_to_grow);
  const auto first = reinterpret_cast<std::uintptr_t>(never_used);
  const std::uintptr_t page = (first + enough_to_grow) / huge_page * huge_page + huge_page;
  madvise(reinterpret_cast<void*>(page), huge_page, MADV_HUGEPAGE);
  never_used = std::realloc(never_used, page - first - header);
}

#endif

}  // namespace

void prepare_heap() {
#ifdef __GLIBC__
  keep_what_is_freed();
  go_on_in_huge_page();
#endif
}

}  // namespace hingeline::cli
