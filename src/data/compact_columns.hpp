// SPDX-License-Identifier: BSD-3-Clause
//
// Sparse matrices most of whose columns have no entries (hashed features, a few rows of a large text): anything kept
// per column then takes time and memory in proportion to the number of columns, not to the data.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "data/used_columns.hpp"
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
  /// False where renumbering would not pay even if no column had entries; x is not looked at then.
  static bool may_renumber(const MatrixView& x, double worth);

  /// Renumbers the columns that have entries, in their order, where that is worth more than its cost, some work for
  /// each entry: a column without entries is worth as much as `worth` entries. x must be valid and outlive this.
  CompactColumns(const MatrixView& x, double worth);

  const MatrixView& matrix() const { return matrix_; }
  bool renumbered() const { return used_.has_value(); }
  /// Of a matrix that was renumbered.
  const UsedColumns& used() const { return *used_; }

  /// Of a matrix that was renumbered: `count` rows of another one likewise. Columns that the matrix lacks all have the
  /// number behind its last.
  RenumberedRows rows_of(const MatrixView& other, std::int64_t first, std::int64_t count) const;

 private:
  template <class T>
  void renumber(CsrView<T>& x, double worth);

  MatrixView matrix_;
  std::optional<UsedColumns> used_;    // nothing where columns keep their numbers
  std::vector<std::int64_t> offsets_;  // of all that is kept, which may be a part of a matrix
  std::vector<std::int32_t> columns_;
};

}  // namespace hingeline::internal
