// SPDX-License-Identifier: BSD-3-Clause
//
// The memory of a Dataset that the library has read or made.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "core/buffer.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

template <class T>
struct OwnedRows {
  Buffer<double> y;
  Buffer<std::int64_t> offsets;  ///< CSR only
  Buffer<std::int32_t> columns;  ///< CSR only
  Buffer<T> values;
};

/// Nothing is initialised.
template <class T>
OwnedRows<T> allocate_dense(std::int64_t rows, std::int32_t cols, std::int64_t targets) {
  std::int64_t size = 0;
  if (__builtin_mul_overflow(rows, std::int64_t{cols}, &size)) throw std::bad_array_new_length();
  return {Buffer<double>(targets), {}, {}, Buffer<T>(size)};
}

/// Nothing is initialised.
template <class T>
OwnedRows<T> allocate_csr(std::int64_t rows, std::int64_t entries, std::int64_t targets) {
  return {Buffer<double>(targets), Buffer<std::int64_t>(rows + 1), Buffer<std::int32_t>(entries), Buffer<T>(entries)};
}

template <class T>
Dataset dense_dataset(OwnedRows<T> owned, std::int64_t rows, std::int32_t cols) {
  const auto storage = std::make_shared<OwnedRows<T>>(std::move(owned));
  return {DenseView<T>{storage->values.data(), rows, cols, cols}, storage->y.span(), {}, storage};
}

template <class T>
Dataset csr_dataset(OwnedRows<T> owned, std::int64_t rows, std::int32_t cols) {
  const auto storage = std::make_shared<OwnedRows<T>>(std::move(owned));
  const OwnedRows<T>& at = *storage;
  return {CsrView<T>{at.offsets.data(), at.columns.data(), at.values.data(), rows, cols}, at.y.span(), {}, storage};
}

/// Builds CSR rows from their entries, one row after the other.
template <class T>
class CsrRows {
 public:
  CsrRows(std::int64_t rows, std::int64_t most_entries, std::span<const double> y)
      : owned_(allocate_csr<T>(rows, most_entries, std::ssize(y))) {
    std::ranges::copy(y, owned_.y.data());
    owned_.offsets[0] = 0;
  }

  void add(std::int32_t column, T value) {
    owned_.columns[next_] = column;
    owned_.values[next_++] = value;
  }
  void end_row() { owned_.offsets[++row_] = next_; }

  Dataset take(std::int32_t cols) { return csr_dataset(std::move(owned_), row_, cols); }

 private:
  OwnedRows<T> owned_;
  std::int64_t next_ = 0;
  std::int64_t row_ = 0;
};

}  // namespace hingeline::internal
