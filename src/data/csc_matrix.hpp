// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "core/buffer.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// A matrix by columns, made from one by rows.
template <class T>
class CscMatrix {
 public:
  /// Keeps the stored entries of a CSR matrix, or the entries of a dense matrix that are not 0.
  explicit CscMatrix(const CsrView<T>& x);
  explicit CscMatrix(const DenseView<T>& x);

  CscView<T> view() const { return {offsets_.data(), row_indices_.data(), values_.data(), rows_, cols_}; }

 private:
  template <class View>
  void transpose(const View& x);

  std::int64_t rows_;
  std::int32_t cols_;
  Buffer<std::int64_t> offsets_;
  Buffer<std::int32_t> row_indices_;
  Buffer<T> values_;
};

}  // namespace hingeline::internal
