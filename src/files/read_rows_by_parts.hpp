// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// Calls f(first, end) for one part of the rows after another, then releases its memory if the rows are in a file.
template <class F>
void read_rows_by_parts(std::int64_t rows, const ReleaseRows& release, const F& f) {
  constexpr std::int64_t at_once = 16384;
  for (std::int64_t first = 0; first < rows; first += at_once) {
    const std::int64_t end = std::min(rows, first + at_once);
    f(first, end);
    if (release) release(first, end);
  }
}

}  // namespace hingeline::internal
