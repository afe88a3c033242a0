// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// The number of entries that a matrix stores; zeros count if stored. A sparse matrix without rows may have no offsets.
template <class T>
std::int64_t stored_entries(const DenseView<T>& x) {
  return x.rows * x.cols;
}

template <class T>
std::int64_t stored_entries(const CsrView<T>& x) {
  return x.rows == 0 ? 0 : x.offsets[x.rows] - x.offsets[0];
}

inline std::int64_t stored_entries(const MatrixView& x) {
  return std::visit([](const auto& view) { return stored_entries(view); }, x);
}

/// The offsets of a matrix relative to its first row (x may be some rows of a larger matrix).
template <class T>
std::vector<std::int64_t> offsets_from_0(const CsrView<T>& x) {
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(x.rows) + 1);
  for (std::int64_t i = 1; i <= x.rows; ++i) offsets[static_cast<std::size_t>(i)] = x.offsets[i] - x.offsets[0];
  return offsets;
}

}  // namespace hingeline::internal
