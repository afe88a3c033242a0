// SPDX-License-Identifier: BSD-3-Clause
#include "libsvm/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "data/owned_rows.hpp"
#include "hingeline/error.hpp"

namespace hingeline::compat {
namespace {

std::int64_t count_entries(const svm_node* row) {
  std::int64_t count = 0;
  while (row[count].index != -1) ++count;
  return count;
}

/// Column j for index first + j: first is 1, and 0 where a row has that index.
Dataset sparse_rows(const svm_problem& prob) {
  std::int64_t entries = 0;
  int first = 1;
  int last = 0;
  for (int i = 0; i < prob.l; ++i)
    for (const svm_node* node = prob.x[i]; node->index != -1; ++node, ++entries) {
      first = std::min(first, node->index);
      last = std::max(last, node->index);
    }
  if (first < 0) throw DataError(fmt::format("index {} in a row: must be >= 0", first));
  const std::int64_t columns = std::int64_t{last} + 1 - first;
  if (columns > std::numeric_limits<std::int32_t>::max())
    throw DataError(fmt::format("indices {} to {} in rows: too many columns", first, last));
  internal::OwnedRows<double> owned = internal::allocate_csr<double>(prob.l, entries, 0);
  std::int64_t k = 0;
  for (int i = 0; i < prob.l; ++i) {
    owned.offsets[i] = k;
    for (const svm_node* node = prob.x[i]; node->index != -1; ++node, ++k) {
      owned.columns[k] = node->index - first;
      owned.values[k] = node->value;
    }
  }
  owned.offsets[prob.l] = k;
  return internal::csr_dataset(std::move(owned), prob.l, static_cast<std::int32_t>(columns));
}

/// values[index] of a row; what it does not name is 0, what is not below `size` left out.
std::vector<double> by_index(const svm_node* row, std::size_t size) {
  std::vector<double> values(size, 0.0);
  for (; row->index != -1; ++row)
    if (row->index >= 0 && static_cast<std::size_t>(row->index) < size)
      values[static_cast<std::size_t>(row->index)] = row->value;
  return values;
}

/// No serial number is above the number of rows or of a row's entries: what is allocated is in proportion to what is
/// given.
Dataset kernel_matrix(const svm_problem& prob, const std::vector<int>& serials) {
  std::int64_t size = prob.l + std::int64_t{1};
  for (int i = 0; i < prob.l; ++i) size = std::max(size, count_entries(prob.x[i]));
  for (const int serial : serials)
    if (serial < 1 || serial >= size)
      throw DataError(fmt::format("serial number {}: must be 1 .. {}", serial, size - 1));
  internal::OwnedRows<double> owned = internal::allocate_dense<double>(prob.l, prob.l, 0);
  double* value = owned.values.data();
  for (int i = 0; i < prob.l; ++i) {
    const std::vector<double> row = by_index(prob.x[i], static_cast<std::size_t>(size));
    for (const int serial : serials) *value++ = row[static_cast<std::size_t>(serial)];
  }
  return internal::dense_dataset(std::move(owned), prob.l, prob.l);
}

/// Of its first entry, 0:serial. 0 where an int does not hold it.
int serial_of(const svm_node* row) {
  return row->value >= 1 && row->value < 2147483648.0 ? static_cast<int>(row->value) : 0;
}

}  // namespace

Rows rows_of(const svm_problem& prob, bool precomputed) {
  Rows rows;
  if (precomputed) {
    for (int i = 0; i < prob.l; ++i) rows.serials.push_back(serial_of(prob.x[i]));
    rows.data = kernel_matrix(prob, rows.serials);
  } else {
    rows.data = sparse_rows(prob);
  }
  rows.data.y = std::span(prob.y, static_cast<std::size_t>(prob.l));
  return rows;
}

}  // namespace hingeline::compat
