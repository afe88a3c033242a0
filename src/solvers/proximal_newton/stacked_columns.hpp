// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// The columns of one matrix with those of another below them.
class StackedColumns {
 public:
  /// The columns of `top`; fewer than 2^31 rows together.
  template <class T>
  StackedColumns(const CscView<T>& top, const CscView<double>& bottom) : rows_(top.rows + bottom.rows) {
    reserve(entries(top) + entries(bottom));
    for (std::int32_t j = 0; j < top.cols; ++j) {
      append(top, j, 0);
      append(bottom, j, static_cast<std::int32_t>(top.rows));
      offsets_.push_back(static_cast<std::int64_t>(values_.size()));
    }
  }

  CscView<double> view() const {
    return {offsets_.data(), row_indices_.data(), values_.data(), rows_,
            static_cast<std::int32_t>(offsets_.size() - 1)};
  }

 private:
  template <class T>
  static std::size_t entries(const CscView<T>& x) {
    return x.cols == 0 ? 0 : static_cast<std::size_t>(x.offsets[x.cols] - x.offsets[0]);
  }

  void reserve(std::size_t entries) {
    row_indices_.reserve(entries);
    values_.reserve(entries);
  }

  template <class T>
  void append(const CscView<T>& x, std::int32_t column, std::int32_t first_row) {
    for (std::int64_t k = x.offsets[column]; k < x.offsets[column + 1]; ++k) {
      row_indices_.push_back(first_row + x.row_indices[k]);
      values_.push_back(static_cast<double>(x.values[k]));
    }
  }

  std::int64_t rows_;
  std::vector<std::int64_t> offsets_ = {0};
  std::vector<std::int32_t> row_indices_;
  std::vector<double> values_;
};

}  // namespace hingeline::internal
