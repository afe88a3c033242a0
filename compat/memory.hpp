// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace hingeline::compat {

/// Copies values to memory of malloc, as callers of the C interfaces expect.
template <class T>
T* malloc_copy(const std::vector<T>& values) {
  auto* memory = static_cast<T*>(std::malloc(std::max<std::size_t>(1, values.size()) * sizeof(T)));
  if (memory == nullptr) throw std::bad_alloc();
  std::copy(values.begin(), values.end(), memory);
  return memory;
}

template <class T>
void release(T*& memory) {
  std::free(memory);
  memory = nullptr;
}

}  // namespace hingeline::compat
