// SPDX-License-Identifier: BSD-3-Clause
#include "data/compact_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <variant>

#include "data/rows.hpp"

namespace hingeline::internal {
namespace {

template <class T>
std::int64_t count_entries(const DenseView<T>& x) {
  return x.rows * x.cols;
}

template <class T>
std::int64_t count_entries(const CsrView<T>& x) {
  return x.rows == 0 ? 0 : x.offsets[x.rows] - x.offsets[0];
}

template <class T>
void append_used(const DenseView<T>& x, std::vector<std::int32_t>& used) {
  used.resize(used.size() + static_cast<std::size_t>(x.cols));
  std::iota(used.end() - x.cols, used.end(), 0);
}

template <class T>
void append_used(const CsrView<T>& x, std::vector<std::int32_t>& used) {
  if (x.rows > 0) used.insert(used.end(), x.columns + x.offsets[0], x.columns + x.offsets[x.rows]);
}

std::vector<std::int32_t> used_columns(const std::vector<MatrixView>& matrices) {
  std::vector<std::int32_t> used;
  for (const MatrixView& x : matrices) std::visit([&](const auto& view) { append_used(view, used); }, x);
  std::ranges::sort(used);
  used.erase(std::unique(used.begin(), used.end()), used.end());
  return used;
}

bool has_many_idle_columns(const std::vector<MatrixView>& matrices) {
  constexpr std::int64_t columns_of_an_entry = 8;
  std::int64_t entries = 0;
  std::int64_t columns = 0;
  for (const MatrixView& x : matrices) {
    std::visit([&](const auto& view) { entries += count_entries(view); }, x);
    columns = std::max<std::int64_t>(columns, cols(x));
  }
  return columns > columns_of_an_entry * entries;
}

}  // namespace

CompactColumns::CompactColumns(std::vector<MatrixView> matrices) : matrices_(std::move(matrices)) {
  if (!has_many_idle_columns(matrices_)) return;
  const std::vector<std::int32_t> used = used_columns(matrices_);
  for (MatrixView& x : matrices_) {
    if (auto* sparse = std::get_if<CsrView<float>>(&x)) renumber(used, *sparse);
    if (auto* sparse = std::get_if<CsrView<double>>(&x)) renumber(used, *sparse);
  }
}

/// Columns of dense matrices are all in use, and so keep their numbers.
template <class T>
void CompactColumns::renumber(const std::vector<std::int32_t>& used, CsrView<T>& x) {
  if (x.rows == 0) return;
  std::vector<std::int32_t>& columns = columns_.emplace_back(static_cast<std::size_t>(x.offsets[x.rows]));
  for (std::int64_t k = x.offsets[0]; k < x.offsets[x.rows]; ++k)
    columns[static_cast<std::size_t>(k)] =
        static_cast<std::int32_t>(std::ranges::lower_bound(used, x.columns[k]) - used.begin());
  x.columns = columns.data();
  x.cols = static_cast<std::int32_t>(used.size());
}

}  // namespace hingeline::internal
