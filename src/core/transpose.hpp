// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

namespace hingeline::internal {

/// to[j * to_stride + i] = from[i * from_stride + j] for `rows` x `cols` numbers, a few rows at a time, so that the
/// cache lines that are written stay in the L1 cache until they are full.
template <class T>
void transpose(const T* from, std::size_t from_stride, std::size_t rows, std::size_t cols, T* to,
               std::size_t to_stride) {
  constexpr std::size_t edge = 16;
  for (std::size_t i0 = 0; i0 < rows; i0 += edge)
    for (std::size_t j = 0; j < cols; ++j)
      for (std::size_t i = i0; i < std::min(i0 + edge, rows); ++i) to[j * to_stride + i] = from[i * from_stride + j];
}

}  // namespace hingeline::internal
