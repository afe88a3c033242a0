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

/// Entries of some rows, with the column numbers of another matrix.
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
  /// The columns that have entries; only if renumbered().
  const UsedColumns& used() const { return *used_; }

  /// Renumbers `count` rows of another matrix in the same way; only if renumbered(). All columns that were left out
  /// have the number used().count().
  RenumberedRows rows_of(const MatrixView& other, std::int64_t first, std::int64_t count) const;

 private:
  template <class T>
  void renumber(CsrView<T>& x, double worth);

  MatrixView matrix_;
  std::optional<UsedColumns> used_;    // empty if columns keep their numbers
  std::vector<std::int64_t> offsets_;  // from 0, also where x is a part of a matrix
  std::vector<std::int32_t> columns_;
};

}  // namespace hingeline::internal
