// SPDX-License-Identifier: BSD-3-Clause
//
// The shape and memory of a LIBLINEAR model.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

#include "liblinear/linear.h"

namespace hingeline::compat {

/// Numbers in each row of w. One output decides between two classes, but of Crammer and Singer's machine.
inline std::size_t outputs_of(const struct model& m) {
  return m.nr_class == 2 && m.param.solver_type != MCSVM_CS ? 1 : static_cast<std::size_t>(m.nr_class);
}

/// Memory of malloc, as callers of the interface expect.
template <class T>
T* malloc_copy(const std::vector<T>& values) {
  auto* memory = static_cast<T*>(std::malloc(std::max<std::size_t>(1, values.size()) * sizeof(T)));
  if (memory == nullptr) throw std::bad_alloc();
  std::copy(values.begin(), values.end(), memory);
  return memory;
}

}  // namespace hingeline::compat
