// SPDX-License-Identifier: BSD-3-Clause
//
// The matrices that solvers see: views of memory somebody else owns, never copied.
// Values are float or double, column indices 32 bits, offsets 64 bits (more than 2^31 nonzeros are
// ordinary). All indices count from 0.
#pragma once

#include <cstdint>
#include <functional>
#include <variant>

namespace hingeline {

/// Row-major dense matrix: entry (i, j) is values[i * stride + j], stride >= cols.
template <class T>
struct DenseView {
  const T* values = nullptr;
  std::int64_t rows = 0;
  std::int32_t cols = 0;
  std::int64_t stride = 0;
};

/// Compressed sparse rows: row i holds the entries offsets[i] .. offsets[i + 1] - 1 of `columns` and
/// `values`, columns strictly ascending within a row; `offsets` has rows + 1 elements.
template <class T>
struct CsrView {
  const std::int64_t* offsets = nullptr;
  const std::int32_t* columns = nullptr;
  const T* values = nullptr;
  std::int64_t rows = 0;
  std::int32_t cols = 0;
};

/// Compressed sparse columns: column j holds the entries offsets[j] .. offsets[j + 1] - 1 of `row_indices`
/// and `values`, rows strictly ascending within a column; `offsets` has cols + 1 elements.
template <class T>
struct CscView {
  const std::int64_t* offsets = nullptr;
  const std::int32_t* row_indices = nullptr;
  const T* values = nullptr;
  std::int64_t rows = 0;
  std::int32_t cols = 0;
};

/// A matrix of rows, of a layout and value type known when the program runs.
using MatrixView = std::variant<DenseView<float>, DenseView<double>, CsrView<float>, CsrView<double>>;

/// Told that rows first .. end - 1 of a matrix that lies in a file are done with for now, so that they need not stay in
/// memory; they may be used again at any time. Called from any thread.
using ReleaseRows = std::function<void(std::int64_t first, std::int64_t end)>;

inline std::int64_t rows(const MatrixView& x) {
  return std::visit([](const auto& view) { return view.rows; }, x);
}

inline std::int32_t cols(const MatrixView& x) {
  return std::visit([](const auto& view) { return view.cols; }, x);
}

}  // namespace hingeline
