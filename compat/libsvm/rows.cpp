// SPDX-License-Identifier: BSD-3-Clause
#include "libsvm/rows.hpp"

#include <algorithm>

#include "data/owned_rows.hpp"
#include "hingeline/error.hpp"

namespace hingeline::compat {
namespace {

Dataset sparse_rows(const svm_problem& prob) {
  std::int64_t entries = 0;
  int features = 0;
  for (int i = 0; i < prob.l; ++i)
    for (const svm_node* node = prob.x[i]; node->index != -1; ++node, ++entries)
      features = std::max(features, node->index);
  internal::OwnedRows<double> owned = internal::allocate_csr<double>(prob.l, entries, 0);
  std::int64_t k = 0;
  for (int i = 0; i < prob.l; ++i) {
    owned.offsets[i] = k;
    for (const svm_node* node = prob.x[i]; node->index != -1; ++node, ++k) {
      if (node->index < 1) throw DataError("index < 1 in a row: only precomputed kernels have index 0");
      owned.columns[k] = node->index - 1;
      owned.values[k] = node->value;
    }
  }
  owned.offsets[prob.l] = k;
  return internal::csr_dataset(std::move(owned), prob.l, features);
}

Dataset kernel_matrix(const svm_problem& prob, const std::vector<int>& serials) {
  internal::OwnedRows<double> owned = internal::allocate_dense<double>(prob.l, prob.l, 0);
  double* value = owned.values.data();
  for (int i = 0; i < prob.l; ++i) {
    const std::vector<double> row = by_index(prob.x[i]);
    for (const int serial : serials) *value++ = at(row, serial);
  }
  return internal::dense_dataset(std::move(owned), prob.l, prob.l);
}

}  // namespace

std::vector<double> by_index(const svm_node* row) {
  std::vector<double> values;
  for (; row->index != -1; ++row) {
    const auto index = static_cast<std::size_t>(std::max(0, row->index));
    if (index >= values.size()) values.resize(index + 1, 0.0);
    values[index] = row->value;
  }
  return values;
}

Rows rows_of(const svm_problem& prob, bool precomputed) {
  Rows rows;
  if (precomputed) {
    for (int i = 0; i < prob.l; ++i) rows.serials.push_back(static_cast<int>(prob.x[i]->value));
    rows.data = kernel_matrix(prob, rows.serials);
  } else {
    rows.data = sparse_rows(prob);
  }
  rows.data.y = std::span(prob.y, static_cast<std::size_t>(prob.l));
  return rows;
}

}  // namespace hingeline::compat
