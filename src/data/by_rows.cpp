// SPDX-License-Identifier: BSD-3-Clause
//
// Dense columns are transposed tile by tile: a tile has 128 rows and as many columns as a cache line holds numbers.
// Sparse columns are the rows of the transpose as CSR; its conversion to columns gives the rows.
#include "hingeline/by_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>

#include "data/ascend_below.hpp"
#include "data/csc_matrix.hpp"
#include "data/owned_rows.hpp"
#include "data/validate_sizes.hpp"
#include "hingeline/error.hpp"
#include "parallel/blocks.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline {
namespace {

using internal::CscMatrix;

/// Writes rows first .. end - 1.
template <class T>
void turn(const ColumnMajorView<T>& x, std::int64_t first, std::int64_t end, T* values) {
  constexpr std::int64_t tile_rows = 128;
  constexpr std::int32_t tile_cols = 64 / sizeof(T);
  for (; first < end; first += tile_rows) {
    const std::int64_t tile_end = std::min(first + tile_rows, end);
    for (std::int32_t left = 0; left < x.cols; left += tile_cols) {
      const std::int32_t right = std::min(left + tile_cols, x.cols);
      for (std::int64_t i = first; i < tile_end; ++i)
        for (std::int32_t j = left; j < right; ++j) values[i * x.cols + j] = x.values[j * x.stride + i];
    }
  }
}

template <class T>
Dataset turn(const ColumnMajorView<T>& x, int threads) {
  internal::validate_sizes("x", internal::ColumnView(x));
  constexpr std::int64_t task_rows = 8192;
  internal::ThreadPool pool(threads);
  internal::OwnedRows<T> owned = internal::allocate_dense<T>(x.rows, x.cols, 0);
  internal::for_each_block(pool, x.rows, task_rows, [&](std::int64_t first, std::int64_t size) {
    turn(x, first, first + size, owned.values.data());
  });
  return internal::dense_dataset(std::move(owned), x.rows, x.cols);
}

template <class T>
void validate_rows(const CscView<T>& x) {
  for (std::int32_t j = 0; j < x.cols; ++j) {
    const std::span in_column(x.row_indices + x.offsets[j], x.row_indices + x.offsets[j + 1]);
    if (!internal::ascend_below(in_column, x.rows))
      throw DataError(fmt::format("x: rows of column {} must ascend strictly and be in 0 .. {}", j, x.rows - 1));
  }
}

template <class T>
Dataset turn(const CscView<T>& x) {
  if (x.rows > std::numeric_limits<std::int32_t>::max())
    throw DataError(fmt::format("x: {} rows, a matrix by columns must have fewer than 2^31", x.rows));
  internal::validate_sizes("x", internal::ColumnView(x));
  validate_rows(x);
  const CsrView<T> transposed = {x.offsets, x.row_indices, x.values, x.cols, static_cast<std::int32_t>(x.rows)};
  const auto owned = std::make_shared<CscMatrix<T>>(transposed);
  const CscView<T> rows = owned->view();
  return {CsrView<T>{rows.offsets, rows.row_indices, rows.values, x.rows, x.cols}, {}, {}, owned};
}

}  // namespace

Dataset by_rows(const ColumnMajorView<float>& x, int threads) { return turn(x, threads); }
Dataset by_rows(const ColumnMajorView<double>& x, int threads) { return turn(x, threads); }
Dataset by_rows(const CscView<float>& x) { return turn(x); }
Dataset by_rows(const CscView<double>& x) { return turn(x); }

}  // namespace hingeline
