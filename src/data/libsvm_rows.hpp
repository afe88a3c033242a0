// SPDX-License-Identifier: BSD-3-Clause
//
// Where the rows of a chunk of LIBSVM text go: begin_row(label), entry(column counted from 0, value, whether
// it is not 0), end_row().
#pragma once

#include <algorithm>
#include <cstdint>

#include "data/owned_rows.hpp"
#include "data/text_chunks.hpp"

namespace hingeline::internal {

template <class T>
class CsrWriter {
 public:
  using Value = T;

  CsrWriter(OwnedRows<T>& owned, const Chunk& chunk)
      : y_(owned.y.data() + chunk.before.rows),
        row_end_(owned.offsets.data() + chunk.before.rows + 1),
        columns_(owned.columns.data()),
        values_(owned.values.data()),
        begin_(chunk.before.entries),
        next_(begin_) {}

  void begin_row(double label) { *y_++ = label; }
  void entry(std::int32_t column, T value, bool nonzero) {
    columns_[next_] = column;
    values_[next_] = value;
    next_ += nonzero;
  }
  void end_row() { *row_end_++ = next_; }
  std::int64_t nonzeros() const { return next_ - begin_; }

 private:
  double* y_;
  std::int64_t* row_end_;
  std::int32_t* columns_;
  T* values_;
  std::int64_t begin_;
  std::int64_t next_;
};

template <class T>
class DenseWriter {
 public:
  using Value = T;

  DenseWriter(OwnedRows<T>& owned, const Chunk& chunk, std::int32_t cols)
      : y_(owned.y.data() + chunk.before.rows), row_(owned.values.data() + chunk.before.rows * cols), cols_(cols) {}

  void begin_row(double label) {
    *y_++ = label;
    std::fill_n(row_, cols_, T{0});
  }
  /// A column that was not counted is in a malformed line, whose error is still to come.
  void entry(std::int32_t column, T value, bool) {
    if (column < cols_) row_[column] = value;
  }
  void end_row() { row_ += cols_; }
  std::int64_t nonzeros() const { return 0; }

 private:
  double* y_;
  T* row_;
  std::int32_t cols_;
};

}  // namespace hingeline::internal
