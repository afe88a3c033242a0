// SPDX-License-Identifier: BSD-3-Clause
#include "data/first_columns.hpp"

#include <algorithm>
#include <utility>

#include "data/owned_rows.hpp"
#include "data/stored_entries.hpp"

namespace hingeline::internal {
namespace {

template <class T>
Dataset first(const DenseView<T>& x, std::int32_t cols) {
  Dataset part;
  part.x = DenseView<T>{x.values, x.rows, cols, x.stride};
  return part;
}

/// The number of entries of row i in the first `cols` columns; columns ascend.
template <class T>
std::int64_t count(const CsrView<T>& x, std::int64_t i, std::int32_t cols) {
  const std::int32_t* begin = x.columns + x.offsets[i];
  return std::lower_bound(begin, x.columns + x.offsets[i + 1], cols) - begin;
}

template <class T>
Dataset first(const CsrView<T>& x, std::int32_t cols) {
  if (cols == x.cols) return {x, {}, {}, {}};
  std::int64_t entries = 0;
  for (std::int64_t i = 0; i < x.rows; ++i) entries += count(x, i, cols);
  if (entries == stored_entries(x)) {
    Dataset part;
    part.x = CsrView<T>{x.offsets, x.columns, x.values, x.rows, cols};
    return part;
  }
  OwnedRows<T> owned = allocate_csr<T>(x.rows, entries, 0);
  owned.offsets[0] = 0;
  for (std::int64_t i = 0; i < x.rows; ++i) {
    const std::int64_t to = owned.offsets[i];
    const std::int64_t size = count(x, i, cols);
    std::copy_n(x.columns + x.offsets[i], size, owned.columns.data() + to);
    std::copy_n(x.values + x.offsets[i], size, owned.values.data() + to);
    owned.offsets[i + 1] = to + size;
  }
  return csr_dataset(std::move(owned), x.rows, cols);
}

template <class T>
std::int32_t in_use(const DenseView<T>& x) {
  return x.cols;
}

template <class T>
std::int32_t in_use(const CsrView<T>& x) {
  if (x.rows == 0) return 0;
  const std::int32_t* const begin = x.columns + x.offsets[0];
  const std::int32_t* const end = x.columns + x.offsets[x.rows];
  return begin == end ? 0 : *std::max_element(begin, end) + 1;
}

}  // namespace

Dataset first_columns(const MatrixView& x, std::int32_t cols) {
  return std::visit([&](const auto& view) { return first(view, std::min(view.cols, cols)); }, x);
}

std::int32_t columns_in_use(const MatrixView& x) {
  return std::visit([](const auto& view) { return in_use(view); }, x);
}

}  // namespace hingeline::internal
