// SPDX-License-Identifier: BSD-3-Clause
//
// The transpose as a counting sort by column: count the entries of every column, sum the counts up to where each column
// begins, then put the entries there row by row, which leaves the rows of a column in order.
#include "data/csc_matrix.hpp"

#include <algorithm>
#include <utility>

namespace hingeline::internal {
namespace {

/// Calls visit(row, column, value) for every entry, by rows.
template <class T, class Visit>
void for_each_entry(const CsrView<T>& x, const Visit& visit) {
  for (std::int64_t row = 0; row < x.rows; ++row)
    for (std::int64_t k = x.offsets[row]; k < x.offsets[row + 1]; ++k) visit(row, x.columns[k], x.values[k]);
}

template <class T, class Visit>
void for_each_entry(const DenseView<T>& x, const Visit& visit) {
  for (std::int64_t row = 0; row < x.rows; ++row)
    for (std::int32_t column = 0; column < x.cols; ++column)
      if (const T value = x.values[row * x.stride + column]; value != 0) visit(row, column, value);
}

}  // namespace

template <class T>
CscMatrix<T>::CscMatrix(const CsrView<T>& x) : rows_(x.rows), cols_(x.cols) {
  transpose(x);
}

template <class T>
CscMatrix<T>::CscMatrix(const DenseView<T>& x) : rows_(x.rows), cols_(x.cols) {
  transpose(x);
}

template <class T>
template <class View>
void CscMatrix<T>::transpose(const View& x) {
  // While entries are put in their places, offsets_[j + 1] is where the next one of column j goes; in the end, where j
  // + 1 begins.
  offsets_ = Buffer<std::int64_t>(std::int64_t{cols_} + 1);
  std::fill_n(offsets_.data(), offsets_.size(), 0);
  for_each_entry(x, [&](std::int64_t, std::int32_t column, T) { ++offsets_[column + 1]; });
  std::int64_t begin = 0;
  for (std::int64_t j = 1; j <= cols_; ++j) begin += std::exchange(offsets_[j], begin);
  row_indices_ = Buffer<std::int32_t>(begin);
  values_ = Buffer<T>(begin);
  for_each_entry(x, [&](std::int64_t row, std::int32_t column, T value) {
    const std::int64_t place = offsets_[column + 1]++;
    row_indices_[place] = static_cast<std::int32_t>(row);
    values_[place] = value;
  });
}

template class CscMatrix<float>;
template class CscMatrix<double>;

}  // namespace hingeline::internal
