// SPDX-License-Identifier: BSD-3-Clause
#include "data/validate_matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "core/all_finite.hpp"
#include "data/ascend_below.hpp"
#include "data/row_blocks.hpp"
#include "data/rows.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"
#include "parallel/blocks.hpp"

namespace hingeline::internal {
namespace {

/// Numbers first .. end - 1.
template <class T>
std::span<const T> entries(const T* values, std::int64_t first, std::int64_t end) {
  return {values + first, values + end};
}

template <class T>
[[noreturn]] void refuse_value(const char* name, std::int64_t row, std::int64_t column, T value) {
  throw DataError(fmt::format("{}: row {}, column {} (from 0): {} given, must be finite (neither NaN nor infinite)",
                              name, row, column, value));
}

template <class T>
void validate_rows(const char* name, const DenseView<T>& x, std::int64_t first, std::int64_t end) {
  if (x.stride == x.cols && all_finite(entries(x.values, first * x.stride, end * x.stride))) return;
  for (std::int64_t i = first; i < end; ++i) {
    const T* row = x.values + i * x.stride;
    if (all_finite(entries(row, 0, x.cols))) continue;
    for (std::int32_t j = 0; j < x.cols; ++j)
      if (!std::isfinite(row[j])) refuse_value(name, i, j, row[j]);
  }
}

template <class T>
void validate_row(const char* name, const CsrView<T>& x, std::int64_t i) {
  const std::int64_t first = x.offsets[i];
  const std::int64_t end = x.offsets[i + 1];
  if (!ascend_below(entries(x.columns, first, end), x.cols))
    throw DataError(fmt::format("{}: columns of row {} must ascend strictly and be in 0 .. {}", name, i, x.cols - 1));
  if (all_finite(entries(x.values, first, end))) return;
  for (std::int64_t k = first; k < end; ++k)
    if (!std::isfinite(x.values[k])) refuse_value(name, i, x.columns[k], x.values[k]);
}

/// Whether all rows are valid, by loops over all entries, which are vectorised: columns ascend in every row if those
/// that are not above the one stored before are all first entries of rows.
template <class T>
bool rows_are_valid(const CsrView<T>& x, std::int64_t first, std::int64_t end) {
  const std::int64_t begin = x.offsets[first];
  const std::int64_t size = x.offsets[end] - begin;
  std::int64_t bad = 0;
  const std::int32_t* columns = x.columns + begin;
  std::int64_t falls = 0;
  for (std::int64_t k = 1; k < size; ++k) falls += columns[k] <= columns[k - 1] ? 1 : 0;
  for (std::int64_t i = first; i < end; ++i) {
    const std::int64_t k = x.offsets[i] - begin;
    if (k > 0 && x.offsets[i + 1] > x.offsets[i] && columns[k] <= columns[k - 1]) --falls;
  }
  for (std::int64_t k = 0; k < size; ++k) bad |= ((columns[k] < 0) | (columns[k] >= x.cols)) ? 1 : 0;
  return falls == 0 && bad == 0 && all_finite(entries(x.values, begin, begin + size));
}

template <class T>
void validate_rows(const char* name, const CsrView<T>& x, std::int64_t first, std::int64_t end) {
  if (rows_are_valid(x, first, end)) return;
  for (std::int64_t i = first; i < end; ++i) validate_row(name, x, i);
}

template <class View>
void validate_view(const char* name, const View& x, const ReleaseRows& release, ThreadPool& pool) {
  validate_sizes(name, x);
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>((x.rows + rows_per_task - 1) / rows_per_task));
  for_each_block(pool, x.rows, rows_per_task, [&](std::int64_t first, std::int64_t size) {
    try {
      validate_rows(name, x, first, first + size);
    } catch (const DataError&) {
      failures[static_cast<std::size_t>(first / rows_per_task)] = std::current_exception();
    }
    if (release) release(first, first + size);
  });
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

void validate_matrix(const char* name, const MatrixView& x, const ReleaseRows& release, ThreadPool& pool) {
  std::visit([&](const auto& view) { validate_view(name, view, release, pool); }, x);
}

void validate_finite_targets(const char* name, std::span<const double> y) {
  if (all_finite(y)) return;
  for (std::size_t i = 0; i < y.size(); ++i)
    if (!std::isfinite(y[i]))
      throw DataError(fmt::format("{}: row {} (from 0): {} given, must be finite", name, i, y[i]));
}

void validate_to_write(const Dataset& data) {
  validate_sizes(data);
  if (rows(data.x) == 0) throw DataError("x: no rows");
  if (cols(data.x) == 0 && data.y.empty() && is_dense(data.x)) throw DataError("x: no columns, and no targets");
  validate_finite_targets("y", data.y);
  if (data.checked) return;
  ThreadPool alone(1);
  validate_matrix("x", data.x, data.release, alone);
}

}  // namespace hingeline::internal
