// SPDX-License-Identifier: BSD-3-Clause
#include "matrix.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <tuple>

#include "bindings.hpp"
#include "hingeline/by_rows.hpp"
#include "hingeline/error.hpp"
#include "lock_released.hpp"

namespace hingeline::python {
namespace {

using namespace nb::literals;

std::int32_t column_count(std::int64_t cols) {
  if (cols < 0 || cols > std::numeric_limits<std::int32_t>::max())
    throw DataError("x: " + std::to_string(cols) + " columns, must be fewer than 2^31");
  return static_cast<std::int32_t>(cols);
}

/// Throws DataError unless all offsets and column indices lie inside of the arrays and the matrix.
void require_inside(std::span<const std::int64_t> offsets, std::span<const std::int32_t> columns, std::size_t values,
                    std::int64_t cols) {
  const bool offsets_fit = !offsets.empty() && offsets.front() == 0 && std::ranges::is_sorted(offsets) &&
                           static_cast<std::size_t>(offsets.back()) <= values && columns.size() >= values;
  if (!offsets_fit) throw DataError("x: offsets, columns and values of a sparse matrix do not fit together");
  std::int32_t smallest = 0;
  std::int32_t largest = -1;
  for (const std::int32_t column : columns) {
    smallest = std::min(smallest, column);
    largest = std::max(largest, column);
  }
  if (smallest < 0 || largest >= cols)
    throw DataError("x: column " + std::to_string(smallest < 0 ? smallest : largest) + " of a matrix of " +
                    std::to_string(cols) + " columns");
}

}  // namespace

template <class T>
Matrix Matrix::dense(const Rows<T>& rows) {
  const auto n = static_cast<std::int64_t>(rows.shape(0));
  const std::int32_t d = column_count(static_cast<std::int64_t>(rows.shape(1)));
  const std::int64_t stride = n > 1 ? rows.stride(0) : d;
  if (n > 0 && ((d > 1 && rows.stride(1) != 1) || stride < d))
    throw DataError("x: the entries of a row must be contiguous");
  return {DenseView<T>{rows.data(), n, d, stride}, rows};
}

template <class T>
Matrix Matrix::by_rows(const Rows<T>& columns, int threads) {
  const auto n = static_cast<std::int64_t>(columns.shape(0));
  const std::int32_t d = column_count(static_cast<std::int64_t>(columns.shape(1)));
  const std::int64_t stride = d > 1 ? columns.stride(1) : n;
  if (n > 1 && columns.stride(0) != 1) throw DataError("x: the entries of a column must be contiguous");
  const LockReleased released;
  const Dataset data = hingeline::by_rows(ColumnMajorView<T>{columns.data(), n, d, stride}, threads);
  return {data.x, data.storage};
}

template <class T>
Matrix Matrix::csr(const Vector<std::int64_t>& offsets, const Vector<std::int32_t>& columns, const Vector<T>& values,
                   std::int64_t cols) {
  {
    const LockReleased released;
    require_inside(span_of(offsets), span_of(columns), values.shape(0), cols);
  }
  return {CsrView<T>{offsets.data(), columns.data(), values.data(), static_cast<std::int64_t>(offsets.shape(0)) - 1,
                     column_count(cols)},
          std::tuple(offsets, columns, values)};
}

std::int64_t Matrix::stored() const {
  return std::visit(
      [](const auto& view) {
        if constexpr (requires { view.offsets; })
          return view.offsets[view.rows];
        else
          return view.rows * view.cols;
      },
      view_);
}

void bind_matrix(nb::module_& module) {
  nb::class_<Matrix>(module, "Matrix", "A view of a matrix, or of a copy of it; keeps the memory alive.")
      .def_static("dense", &Matrix::dense<float>, "rows"_a.noconvert())
      .def_static("dense", &Matrix::dense<double>, "rows"_a.noconvert())
      .def_static("by_rows", &Matrix::by_rows<float>, "columns"_a.noconvert(), "threads"_a)
      .def_static("by_rows", &Matrix::by_rows<double>, "columns"_a.noconvert(), "threads"_a)
      .def_static("csr", &Matrix::csr<float>, "offsets"_a.noconvert(), "columns"_a.noconvert(), "values"_a.noconvert(),
                  "cols"_a)
      .def_static("csr", &Matrix::csr<double>, "offsets"_a.noconvert(), "columns"_a.noconvert(), "values"_a.noconvert(),
                  "cols"_a)
      .def_prop_ro("rows", [](const Matrix& matrix) { return rows(matrix.view()); })
      .def_prop_ro("cols", [](const Matrix& matrix) { return cols(matrix.view()); })
      .def_prop_ro("stored", &Matrix::stored, "Number of stored values.")
      .def_prop_ro("checked", &Matrix::checked, "Whether a training has found every value finite.")
      .def_prop_ro(
          "address",
          [](const Matrix& matrix) {
            return std::visit([](const auto& view) { return reinterpret_cast<std::uintptr_t>(view.values); },
                              matrix.view());
          },
          "Address of the values in memory.");
}

}  // namespace hingeline::python
