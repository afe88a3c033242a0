// SPDX-License-Identifier: BSD-3-Clause
//
// The transpose as a counting sort by column: count the entries of every column, compute from the counts where each
// column begins, then put the entries there row by row, which leaves the rows of a column in order.
#include "data/csc_matrix.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace hingeline::internal {
namespace {

template <class T>
void count(const CsrView<T>& x, std::int64_t* counts) {
  if (x.rows == 0) return;  // there may be no offsets
  for (std::int64_t k = x.offsets[0]; k < x.offsets[x.rows]; ++k) ++counts[x.columns[k]];
}

/// Has no branch: zeros at random places would be mispredicted.
template <class T>
void count(const DenseView<T>& x, std::int64_t* counts) {
  for (std::int64_t row = 0; row < x.rows; ++row)
    for (std::int32_t column = 0; column < x.cols; ++column)
      counts[column] += x.values[row * x.stride + column] != 0 ? 1 : 0;
}

/// Where entries go; next[j] is the place of the next entry of column j.
template <class T>
struct Places {
  std::int64_t* next;
  std::int32_t* rows;
  T* values;
};

template <class T>
void put(const CsrView<T>& x, const Places<T>& to) {
  for (std::int64_t row = 0; row < x.rows; ++row)
    for (std::int64_t k = x.offsets[row]; k < x.offsets[row + 1]; ++k) {
      const std::int64_t place = to.next[x.columns[k]]++;
      to.rows[place] = static_cast<std::int32_t>(row);
      to.values[place] = x.values[k];
    }
}

/// For 32 rows at a time and each column, collects the entries that are not 0 without a branch, then puts them.
template <class T>
void put(const DenseView<T>& x, const Places<T>& to) {
  constexpr std::int64_t tile = 32;
  std::array<std::int32_t, tile> rows;
  std::array<T, tile> values;
  for (std::int64_t first = 0; first < x.rows; first += tile) {
    const std::int64_t end = std::min(first + tile, x.rows);
    for (std::int32_t column = 0; column < x.cols; ++column) {
      std::size_t found = 0;
      for (std::int64_t row = first; row < end; ++row) {
        rows[found] = static_cast<std::int32_t>(row);
        values[found] = x.values[row * x.stride + column];
        found += values[found] != 0 ? 1 : 0;
      }
      std::copy_n(rows.begin(), found, to.rows + to.next[column]);
      std::copy_n(values.begin(), found, to.values + to.next[column]);
      to.next[column] += static_cast<std::int64_t>(found);
    }
  }
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
  // While entries are put in their places, offsets_[j + 1] is where the next entry of column j goes; at the end it is
  // where column j + 1 begins.
  offsets_ = Buffer<std::int64_t>(std::int64_t{cols_} + 1);
  std::fill_n(offsets_.data(), offsets_.size(), 0);
  count(x, offsets_.data() + 1);
  std::int64_t begin = 0;
  for (std::int64_t j = 1; j <= cols_; ++j) begin += std::exchange(offsets_[j], begin);
  row_indices_ = Buffer<std::int32_t>(begin);
  values_ = Buffer<T>(begin);
  put(x, Places<T>{offsets_.data() + 1, row_indices_.data(), values_.data()});
}

template class CscMatrix<float>;
template class CscMatrix<double>;

}  // namespace hingeline::internal
