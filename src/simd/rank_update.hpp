// SPDX-License-Identifier: BSD-3-Clause
//
// H += sum_r a_r a_r': the Hessians of second-order solvers, a block of rows at a time.
#pragma once

#include <cstddef>

namespace hingeline::internal {

/// Strides and columns are whole numbers of groups of 8.
inline constexpr std::size_t rank_update_group = 8;
inline std::size_t rank_update_stride(std::size_t cols) {
  return (cols + rank_update_group - 1) / rank_update_group * rank_update_group;
}

/// Adds the products of `count` rows to h. Rows are row-major with `stride` = rank_update_stride(cols) numbers each,
/// zeros behind the columns, and so is h (stride x stride), whose lower triangle is right afterwards; what it holds
/// above is unspecified. 2 * count * stride^2 / 2 flops; a few hundred rows a call keep them in the cache.
using RankUpdate = void (*)(const double* rows, std::size_t count, std::size_t stride, double* h);

/// The one for this processor.
RankUpdate rank_update();

}  // namespace hingeline::internal
