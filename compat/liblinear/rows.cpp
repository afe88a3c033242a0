// SPDX-License-Identifier: BSD-3-Clause
#include "liblinear/rows.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "data/owned_rows.hpp"
#include "row_entries.hpp"

namespace hingeline::compat {
namespace {

/// The row itself if its indices ascend, else its entries sorted and added by index, in `room`.
std::span<const feature_node> in_order(std::span<const feature_node> row, std::vector<feature_node>& room) {
  const auto is_above = [](const feature_node& a, const feature_node& b) { return a.index >= b.index; };
  if (std::adjacent_find(row.begin(), row.end(), is_above) == row.end()) return row;
  room.assign(row.begin(), row.end());
  std::stable_sort(room.begin(), room.end(), [](const auto& a, const auto& b) { return a.index < b.index; });
  std::size_t last = 0;
  for (std::size_t k = 1; k < room.size(); ++k) {
    if (room[k].index == room[last].index)
      room[last].value += room[k].value;
    else
      room[++last] = room[k];
  }
  return std::span(room).first(last + 1);
}

}  // namespace

bool has_bias_column(const problem& prob) {
  if (prob.bias < 0) return false;
  for (int i = 0; i < prob.l; ++i) {
    const std::span<const feature_node> row = entries_of(prob.x[i]);
    if (row.empty() || row.back().index != prob.n || row.back().value != prob.bias) return false;
  }
  return true;
}

Rows rows_of(const problem& prob) {
  const bool has_bias = has_bias_column(prob);
  const auto features_of = [&](int i) {
    const std::span<const feature_node> row = entries_of(prob.x[i]);
    return row.first(row.size() - (has_bias ? 1 : 0));
  };
  std::int64_t total = 0;
  for (int i = 0; i < prob.l; ++i) total += std::ssize(features_of(i));

  internal::CsrRows<double> sparse(prob.l, total, {});
  std::vector<feature_node> room;
  for (int i = 0; i < prob.l; ++i) {
    for (const feature_node& node : in_order(features_of(i), room)) sparse.add(node.index - 1, node.value);
    sparse.end_row();
  }
  Rows rows;
  rows.data = sparse.take(prob.n - (has_bias ? 1 : 0));
  rows.data.y = std::span(prob.y, static_cast<std::size_t>(prob.l));
  (has_bias ? rows.bias : rows.column_bias) = prob.bias;
  return rows;
}

}  // namespace hingeline::compat
