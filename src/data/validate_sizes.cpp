// SPDX-License-Identifier: BSD-3-Clause
#include "data/validate_sizes.hpp"

#include <fmt/format.h>

#include <iterator>

#include "data/class_names.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

void require_pointer(const char* name, const char* what, const void* pointer) {
  if (pointer == nullptr) throw DataError(fmt::format("{}: {} are a null pointer", name, what));
}

void require_not_negative(const char* name, std::int64_t rows, std::int32_t cols) {
  if (rows < 0 || cols < 0) throw DataError(fmt::format("{}: {} rows, {} columns: must be >= 0", name, rows, cols));
}

/// Validates a DenseView (`length` is that of a row), or a ColumnMajorView (that of a column).
template <class View>
void validate_dense(const char* name, const View& x, const char* length_name, std::int64_t length) {
  if (x.rows < 0 || x.cols < 0 || x.stride < length)
    throw DataError(fmt::format("{}: {} rows, {} columns, stride {}: sizes must be >= 0, stride >= {}", name, x.rows,
                                x.cols, x.stride, length_name));
  if (x.rows > 0 && x.cols > 0) require_pointer(name, "values", x.values);
}

template <class T>
void validate(const char* name, const DenseView<T>& x) {
  validate_dense(name, x, "columns", x.cols);
}

template <class T>
void validate(const char* name, const ColumnMajorView<T>& x) {
  validate_dense(name, x, "rows", x.rows);
}

/// A sparse matrix by lines, which are rows or columns; offsets say where the entries of each line are.
template <class T>
struct SparseLines {
  const char* line;
  std::int64_t count;
  const std::int64_t* offsets;
  const char* indices_name;
  const std::int32_t* indices;
  const T* values;
};

template <class T>
void validate(const char* name, const SparseLines<T>& x) {
  if (x.count == 0) return;
  require_pointer(name, "offsets", x.offsets);
  if (x.offsets[0] < 0) throw DataError(fmt::format("{}: the first offset is {}, must be >= 0", name, x.offsets[0]));
  for (std::int64_t i = 0; i < x.count; ++i)
    if (x.offsets[i + 1] < x.offsets[i])
      throw DataError(
          fmt::format("{}: offsets of {} {} descend from {} to {}", name, x.line, i, x.offsets[i], x.offsets[i + 1]));
  if (x.offsets[x.count] == x.offsets[0]) return;
  require_pointer(name, x.indices_name, x.indices);
  require_pointer(name, "values", x.values);
}

template <class T>
void validate(const char* name, const CsrView<T>& x) {
  require_not_negative(name, x.rows, x.cols);
  validate(name, SparseLines<T>{"row", x.rows, x.offsets, "columns", x.columns, x.values});
}

template <class T>
void validate(const char* name, const CscView<T>& x) {
  require_not_negative(name, x.rows, x.cols);
  validate(name, SparseLines<T>{"column", x.cols, x.offsets, "row indices", x.row_indices, x.values});
}

}  // namespace

void validate_sizes(const char* name, const MatrixView& x) {
  std::visit([&](const auto& view) { validate(name, view); }, x);
}

void validate_sizes(const char* name, const ColumnView& x) {
  std::visit([&](const auto& view) { validate(name, view); }, x);
}

void validate_sizes(const Dataset& data) {
  validate_sizes("x", data.x);
  const std::int64_t n = rows(data.x);
  if (!data.y.empty() && std::ssize(data.y) != n)
    throw DataError(fmt::format("y: {} targets given for {} rows", data.y.size(), n));
  if (!data.feature_names.empty() && std::ssize(data.feature_names) != cols(data.x))
    throw DataError(fmt::format("feature_names: {} given for {} columns", data.feature_names.size(), cols(data.x)));
  validate_class_names(data);
}

}  // namespace hingeline::internal
