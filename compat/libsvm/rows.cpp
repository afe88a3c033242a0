// SPDX-License-Identifier: BSD-3-Clause
#include "libsvm/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "data/owned_rows.hpp"
#include "hingeline/error.hpp"
#include "row_entries.hpp"

namespace hingeline::compat {
namespace {

/// Sparse rows with column j for index first + j; first is 1, or 0 if a row has the index 0.
Dataset sparse_rows(const svm_problem& prob) {
  std::int64_t entries = 0;
  int first = 1;
  int last = 0;
  for (int i = 0; i < prob.l; ++i)
    for (const svm_node& node : entries_of(prob.x[i])) {
      ++entries;
      first = std::min(first, node.index);
      last = std::max(last, node.index);
    }
  if (first < 0) throw DataError(fmt::format("index {} in a row: must be >= 0", first));
  const std::int64_t columns = std::int64_t{last} + 1 - first;
  if (columns > std::numeric_limits<std::int32_t>::max())
    throw DataError(fmt::format("indices {} to {} in rows: too many columns", first, last));
  internal::CsrRows<double> sparse(prob.l, entries, {});
  for (int i = 0; i < prob.l; ++i) {
    for (const svm_node& node : entries_of(prob.x[i])) sparse.add(node.index - first, node.value);
    sparse.end_row();
  }
  return sparse.take(static_cast<std::int32_t>(columns));
}

/// The kernel matrix of the rows: entry number k of a row, whatever its index, is the kernel value with the row of
/// serial number k.
Dataset kernel_matrix(const svm_problem& prob, const std::vector<int>& serials) {
  internal::OwnedRows<double> owned = internal::allocate_dense<double>(prob.l, prob.l, 0);
  double* value = owned.values.data();
  for (int i = 0; i < prob.l; ++i) {
    const std::span<const svm_node> row = entries_of(prob.x[i]);
    for (const int serial : serials) {
      if (serial < 1 || static_cast<std::size_t>(serial) >= row.size())
        throw DataError(fmt::format("serial number {} in row {}: must be 1 to {}", serial, i, std::ssize(row) - 1));
      *value++ = row[static_cast<std::size_t>(serial)].value;
    }
  }
  return internal::dense_dataset(std::move(owned), prob.l, prob.l);
}

}  // namespace

Rows rows_of(const svm_problem& prob, bool precomputed) {
  Rows rows;
  if (precomputed) {
    for (int i = 0; i < prob.l; ++i) rows.serials.push_back(serial_number(prob.x[i]->value));
    rows.data = kernel_matrix(prob, rows.serials);
  } else {
    rows.data = sparse_rows(prob);
  }
  rows.data.y = std::span(prob.y, static_cast<std::size_t>(prob.l));
  return rows;
}

}  // namespace hingeline::compat
