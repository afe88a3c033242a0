// SPDX-License-Identifier: BSD-3-Clause
//
// H += sum_r a_r a_r' for a block of rows at a time: the Hessians of second-order solvers.
#pragma once

#include <cstddef>

namespace hingeline::internal {

/// Strides are multiples of this.
inline constexpr std::size_t rank_update_group = 8;
inline std::size_t rank_update_stride(std::size_t cols) {
  return (cols + rank_update_group - 1) / rank_update_group * rank_update_group;
}

/// Adds the products of `count` rows to h. Rows are row-major with `stride` = rank_update_stride(cols) numbers each,
/// zeros after the columns. h is stride x stride, row-major; only its lower triangle is valid afterwards.
/// 2 * count * stride^2 / 2 flops; a few hundred rows per call stay in the cache.
using RankUpdate = void (*)(const double* rows, std::size_t count, std::size_t stride, double* h);

/// The operation for this processor.
RankUpdate rank_update();

}  // namespace hingeline::internal
