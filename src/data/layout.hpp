// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Whether to store rows dense: if `layout` says so or, for automatic, if it takes no more memory than CSR (values and
/// columns, without offsets).
template <class T>
bool prefers_dense(Layout layout, std::int64_t rows, std::int32_t cols, std::int64_t entries) {
  if (layout != Layout::automatic) return layout == Layout::dense;
  const double dense = static_cast<double>(sizeof(T)) * static_cast<double>(rows) * cols;
  return dense <= static_cast<double>(sizeof(T) + sizeof(std::int32_t)) * static_cast<double>(entries);
}

}  // namespace hingeline::internal
