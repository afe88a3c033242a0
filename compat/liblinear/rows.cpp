// SPDX-License-Identifier: BSD-3-Clause
#include "liblinear/rows.hpp"

#include "data/owned_rows.hpp"

namespace hingeline::compat {
namespace {

std::int64_t count_entries(const feature_node* row) {
  std::int64_t count = 0;
  while (row[count].index != -1) ++count;
  return count;
}

}  // namespace

bool has_bias_column(const problem& prob) {
  if (prob.bias < 0) return false;
  for (int i = 0; i < prob.l; ++i) {
    const std::int64_t entries = count_entries(prob.x[i]);
    if (entries == 0 || prob.x[i][entries - 1].index != prob.n || prob.x[i][entries - 1].value != prob.bias)
      return false;
  }
  return true;
}

Rows rows_of(const problem& prob) {
  const bool has_bias = has_bias_column(prob);
  const std::int64_t bias_entries = has_bias ? 1 : 0;
  std::int64_t total = 0;
  for (int i = 0; i < prob.l; ++i) total += count_entries(prob.x[i]) - bias_entries;

  internal::OwnedRows<double> owned = internal::allocate_csr<double>(prob.l, total, 0);
  std::int64_t k = 0;
  for (int i = 0; i < prob.l; ++i) {
    owned.offsets[i] = k;
    const std::int64_t entries = count_entries(prob.x[i]) - bias_entries;
    for (std::int64_t e = 0; e < entries; ++e, ++k) {
      owned.columns[k] = prob.x[i][e].index - 1;
      owned.values[k] = prob.x[i][e].value;
    }
  }
  owned.offsets[prob.l] = k;
  Rows rows;
  rows.data = internal::csr_dataset(std::move(owned), prob.l, prob.n - (has_bias ? 1 : 0));
  rows.data.y = std::span(prob.y, static_cast<std::size_t>(prob.l));
  rows.bias = has_bias ? prob.bias : -1;
  return rows;
}

}  // namespace hingeline::compat
