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

/// What reading frees is what a solve of milliseconds needs next: pages taken back and given anew cost it a tenth.
void keep_what_is_freed() {
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

/// Small data and what is solved on them then lie in a page that is faulted in at once. It must be asked for before
/// anything in it is touched, malloc's own mark behind what it has given included.
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
