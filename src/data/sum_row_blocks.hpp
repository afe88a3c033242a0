// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/blocks.hpp"
#include "data/row_blocks.hpp"
#include "parallel/sum_chunks.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// The sum of of_block(first, count) over all blocks of rows, the same bits for any number of threads. Sum must have
/// operator +=.
template <class Sum, class OfBlock>
Sum sum_row_blocks(ThreadPool& pool, std::size_t rows, const OfBlock& of_block) {
  return sum_chunks(pool, static_cast<std::int64_t>(rows), rows_per_task, Sum{},
                    [&](std::int64_t begin, std::int64_t end, Sum& sum) {
                      for_each_block(static_cast<std::size_t>(end - begin), rows_per_block,
                                     [&](std::size_t offset, std::size_t count) {
                                       sum += of_block(static_cast<std::size_t>(begin) + offset, count);
                                     });
                    });
}

}  // namespace hingeline::internal
