// SPDX-License-Identifier: BSD-3-Clause
#include "data/zero_columns.hpp"

#include <algorithm>
#include <utility>

#include "data/owned_rows.hpp"

namespace hingeline::internal {
namespace {

template <class T>
Dataset widened(const Dataset& data, const CsrView<T>& x, std::int32_t cols) {
  Dataset wide = data;
  wide.x = CsrView<T>{x.offsets, x.columns, x.values, x.rows, cols};
  return wide;
}

template <class T>
Dataset widened(const Dataset& data, const DenseView<T>& x, std::int32_t cols) {
  OwnedRows<T> owned = allocate_dense<T>(x.rows, cols, std::ssize(data.y));
  std::ranges::copy(data.y, owned.y.data());
  for (std::int64_t i = 0; i < x.rows; ++i) {
    T* const row = owned.values.data() + i * cols;
    std::fill_n(std::copy_n(x.values + i * x.stride, x.cols, row), cols - x.cols, T{0});
  }
  const Dataset rows = dense_dataset(std::move(owned), x.rows, cols);
  Dataset wide = data;
  wide.x = rows.x;
  wide.y = rows.y;
  wide.storage = rows.storage;
  wide.release = {};
  return wide;
}

}  // namespace

Dataset with_zero_columns(const Dataset& data, std::int32_t cols) {
  return std::visit([&](const auto& view) { return widened(data, view, cols); }, data.x);
}

}  // namespace hingeline::internal
