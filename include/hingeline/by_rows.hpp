// SPDX-License-Identifier: BSD-3-Clause
//
// Matrices stored by columns. Every solver reads rows, if only to prove its answer, so such a matrix is copied into
// rows once, here.
#pragma once

#include <cstdint>

#include "hingeline/dataset.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline {

/// Column-major dense matrix, as Fortran, R and tables of columns hold it: entry (i, j) is values[j * stride + i],
/// stride >= rows.
template <class T>
struct ColumnMajorView {
  const T* values = nullptr;
  std::int64_t rows = 0;
  std::int32_t cols = 0;
  std::int64_t stride = 0;
};

/// The same matrix by rows, in memory of its own; targets and names are for the caller to set. Entries are not looked
/// at. Throws DataError where sizes allow no matrix, InvalidParameter for threads < 1, std::bad_alloc.
Dataset by_rows(const ColumnMajorView<float>& x, int threads = 1);
Dataset by_rows(const ColumnMajorView<double>& x, int threads = 1);

/// The same; also DataError where rows of a column do not ascend strictly or are not in 0 .. rows - 1, and for more
/// than 2^31 - 1 rows.
Dataset by_rows(const CscView<float>& x);
Dataset by_rows(const CscView<double>& x);

}  // namespace hingeline
