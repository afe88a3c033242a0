// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <variant>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// How many numbers a matrix keeps, of sparse ones those that are stored. Without rows these may have no offsets.
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

}  // namespace hingeline::internal
