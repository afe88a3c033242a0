// SPDX-License-Identifier: BSD-3-Clause
//
// Sparse matrices whose columns are numbered so that most numbers are nobody's (hashed features): what keeps something
// for every column then takes memory in proportion to the largest number, not to the data.
#pragma once

#include <cstdint>
#include <vector>

#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// Entries of some rows, by the numbers of another matrix's columns.
struct RenumberedRows {
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  std::int32_t cols;

  MatrixView view() const {
    return CsrView<double>{offsets.data(), columns.data(), values.data(), static_cast<std::int64_t>(offsets.size()) - 1,
                           cols};
  }
};

class CompactColumns {
 public:
  /// Columns are numbered anew, in their order, where there are more than some for every entry; x must outlive this.
  explicit CompactColumns(const MatrixView& x);

  const MatrixView& matrix() const { return matrix_; }
  bool renumbered() const { return !used_.empty(); }

  /// Of a matrix that was renumbered: `count` rows of another one likewise. Columns that the matrix lacks all have the
  /// number behind its last.
  RenumberedRows rows_of(const MatrixView& other, std::int64_t first, std::int64_t count) const;

 private:
  template <class T>
  void renumber(CsrView<T>& x);
  std::int32_t number_of(std::int32_t column) const;

  MatrixView matrix_;
  std::vector<std::int32_t> used_;  // ascending; empty where columns keep their numbers
  std::vector<std::int32_t> columns_;
};

}  // namespace hingeline::internal
