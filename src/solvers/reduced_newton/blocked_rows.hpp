// SPDX-License-Identifier: BSD-3-Clause
//
// Dense rows stored in blocks of rows_per_block, the blocks anywhere in memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "data/row_blocks.hpp"
#include "simd/dense_blocks.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {

template <class T>
class BlockedRows {
 public:
  BlockedRows(std::span<T* const> blocks, std::int32_t cols)
      : blocks_(blocks), cols_(cols), ops_(dense_ops<T>()), block_ops_(dense_block_ops<T>()) {}

  std::int32_t cols() const { return cols_; }
  const T* row(std::int64_t i) const {
    return blocks_[static_cast<std::size_t>(i / rows_per_block)] + i % rows_per_block * cols_;
  }
  void add(std::int64_t i, double scale, double* u) const { ops_.add(scale, row(i), u, size()); }
  void scale(std::int64_t i, double scale, double* u) const { ops_.scale(scale, row(i), u, size()); }

  /// z_i = x_i'w of the rows first .. end - 1; a block must begin at `first`
  void predict(std::int64_t first, std::int64_t end, const double* w, double* z) const {
    for (std::int64_t i = first; i < end; i += rows_per_block)
      block_ops_.predict(block(i, std::min(rows_per_block, end - i)), w, z + (i - first));
  }
  /// u += sum_i s_i x_i over rows of one block
  void combine(std::int64_t first, std::int64_t count, const double* s, double* u) const {
    block_ops_.combine(block(first, count), s, u);
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(cols_); }
  DenseBlock<T> block(std::int64_t first, std::int64_t count) const {
    return {row(first), static_cast<std::size_t>(count), size(), size()};
  }

  std::span<T* const> blocks_;
  std::int32_t cols_;
  DenseOps<T> ops_;
  DenseBlockOps<T> block_ops_;
};

}  // namespace hingeline::internal
