// SPDX-License-Identifier: BSD-3-Clause
#include "data/compact_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "data/for_each_nonzero.hpp"

namespace hingeline::internal {
namespace {

template <class T>
bool has_many_idle_columns(const CsrView<T>& x) {
  constexpr std::int64_t columns_of_an_entry = 8;
  return x.rows > 0 && x.cols > columns_of_an_entry * (x.offsets[x.rows] - x.offsets[0]);
}

}  // namespace

CompactColumns::CompactColumns(const MatrixView& x) : matrix_(x) {
  if (auto* sparse = std::get_if<CsrView<float>>(&matrix_)) renumber(*sparse);
  if (auto* sparse = std::get_if<CsrView<double>>(&matrix_)) renumber(*sparse);
}

template <class T>
void CompactColumns::renumber(CsrView<T>& x) {
  if (!has_many_idle_columns(x)) return;
  used_.assign(x.columns + x.offsets[0], x.columns + x.offsets[x.rows]);
  std::ranges::sort(used_);
  used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
  columns_.resize(static_cast<std::size_t>(x.offsets[x.rows]));
  for (std::int64_t k = x.offsets[0]; k < x.offsets[x.rows]; ++k)
    columns_[static_cast<std::size_t>(k)] = number_of(x.columns[k]);
  x.columns = columns_.data();
  x.cols = static_cast<std::int32_t>(used_.size());
}

std::int32_t CompactColumns::number_of(std::int32_t column) const {
  const auto place = std::ranges::lower_bound(used_, column);
  const bool found = place != used_.end() && *place == column;
  return static_cast<std::int32_t>((found ? place : used_.end()) - used_.begin());
}

RenumberedRows CompactColumns::rows_of(const MatrixView& other, std::int64_t first, std::int64_t count) const {
  RenumberedRows rows{{0}, {}, {}, static_cast<std::int32_t>(used_.size()) + 1};
  std::visit(
      [&](const auto& view) {
        for (std::int64_t i = first; i < first + count; ++i) {
          for_each_nonzero(view, i, [&](std::int32_t column, double value) {
            rows.columns.push_back(number_of(column));
            rows.values.push_back(value);
          });
          rows.offsets.push_back(std::ssize(rows.values));
        }
      },
      other);
  return rows;
}

}  // namespace hingeline::internal
