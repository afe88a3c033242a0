// SPDX-License-Identifier: BSD-3-Clause
#include "data/compact_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <utility>
#include <variant>

#include "data/for_each_nonzero.hpp"
#include "data/stored_entries.hpp"

namespace hingeline::internal {
namespace {

bool is_worth_it(std::int64_t idle_columns, std::int64_t entries, double worth) {
  return entries > 0 && static_cast<double>(entries) <= worth * static_cast<double>(idle_columns);
}

}  // namespace

bool CompactColumns::may_renumber(const MatrixView& x, double worth) {
  const auto may = [worth](const auto& sparse) { return is_worth_it(sparse.cols, stored_entries(sparse), worth); };
  if (const auto* sparse = std::get_if<CsrView<float>>(&x)) return may(*sparse);
  if (const auto* sparse = std::get_if<CsrView<double>>(&x)) return may(*sparse);
  return false;
}

CompactColumns::CompactColumns(const MatrixView& x, double worth) : matrix_(x) {
  if (!may_renumber(x, worth)) return;
  if (auto* sparse = std::get_if<CsrView<float>>(&matrix_)) renumber(*sparse, worth);
  if (auto* sparse = std::get_if<CsrView<double>>(&matrix_)) renumber(*sparse, worth);
}

template <class T>
void CompactColumns::renumber(CsrView<T>& x, double worth) {
  const std::span<const std::int32_t> columns(x.columns + x.offsets[0], x.columns + x.offsets[x.rows]);
  UsedColumns used(columns, x.cols);
  if (!is_worth_it(x.cols - used.count(), stored_entries(x), worth)) return;
  used_ = std::move(used);
  columns_.resize(columns.size());
  std::ranges::transform(columns, columns_.begin(), [this](std::int32_t column) { return used_->number_of(column); });
  offsets_ = offsets_from_0(x);
  x.values += x.offsets[0];
  x.offsets = offsets_.data();
  x.columns = columns_.data();
  x.cols = used_->count();
}

RenumberedRows CompactColumns::rows_of(const MatrixView& other, std::int64_t first, std::int64_t count) const {
  RenumberedRows rows{{0}, {}, {}, used_->count() + 1};
  std::visit(
      [&](const auto& view) {
        for (std::int64_t i = first; i < first + count; ++i) {
          for_each_nonzero(view, i, [&](std::int32_t column, double value) {
            rows.columns.push_back(used_->number_of(column));
            rows.values.push_back(value);
          });
          rows.offsets.push_back(std::ssize(rows.values));
        }
      },
      other);
  return rows;
}

}  // namespace hingeline::internal
