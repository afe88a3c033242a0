// SPDX-License-Identifier: BSD-3-Clause
#include "data/change_layout.hpp"

#include <algorithm>
#include <utility>

#include "data/owned_rows.hpp"

namespace hingeline::internal {
namespace {

template <class T>
void scatter_row(const DenseView<T>& x, std::int64_t row, T* values) {
  std::copy_n(x.values + row * x.stride, x.cols, values);
}

template <class T>
void scatter_row(const CsrView<T>& x, std::int64_t row, T* values) {
  for (std::int64_t k = x.offsets[row]; k < x.offsets[row + 1]; ++k) values[x.columns[k]] = x.values[k];
}

template <template <class> class View, class T>
Dataset to_dense(const View<T>& x, std::span<const double> y, std::int32_t cols) {
  OwnedRows<T> owned = allocate_dense<T>(x.rows, cols, std::ssize(y));
  std::ranges::copy(y, owned.y.data());
  for (std::int64_t row = 0; row < x.rows; ++row) {
    T* values = owned.values.data() + row * cols;
    std::fill_n(values, cols, T{0});
    scatter_row(x, row, values);
  }
  return dense_dataset(std::move(owned), x.rows, cols);
}

template <class T>
Dataset to_csr(const DenseView<T>& x, std::span<const double> y, std::int32_t cols) {
  std::int64_t entries = 0;
  for (std::int64_t row = 0; row < x.rows; ++row)
    entries += x.cols - std::count(x.values + row * x.stride, x.values + row * x.stride + x.cols, T{0});
  CsrRows<T> sparse(x.rows, entries, y);
  for (std::int64_t row = 0; row < x.rows; ++row) {
    for (std::int32_t column = 0; column < x.cols; ++column)
      if (const T value = x.values[row * x.stride + column]; value != 0) sparse.add(column, value);
    sparse.end_row();
  }
  return sparse.take(cols);
}

/// A dense matrix is copied to become wider; for CSR the number of columns is changed.
template <class T>
Dataset changed(const DenseView<T>& x, const Dataset& data, Layout layout, std::int32_t cols) {
  if (layout == Layout::sparse) return to_csr(x, data.y, cols);
  return cols == x.cols ? data : to_dense(x, data.y, cols);
}

template <class T>
Dataset changed(CsrView<T> x, const Dataset& data, Layout layout, std::int32_t cols) {
  if (layout == Layout::dense) return to_dense(x, data.y, cols);
  x.cols = cols;
  return {x, data.y, {}, data.storage, data.release};
}

}  // namespace

Dataset change_layout(Dataset data, Layout layout, std::int32_t features) {
  const std::int32_t cols = std::max(hingeline::cols(data.x), features);
  Dataset rows = std::visit([&](const auto& x) { return changed(x, data, layout, cols); }, data.x);
  data.x = rows.x;
  data.y = rows.y;
  data.storage = std::move(rows.storage);
  data.release = std::move(rows.release);
  if (!data.feature_names.empty()) data.feature_names.resize(static_cast<std::size_t>(cols));
  return data;
}

}  // namespace hingeline::internal
