// SPDX-License-Identifier: BSD-3-Clause
//
// A Dataset in a form that tests compare: its nonzeros as doubles, whatever the layout and the value type.
#pragma once

#include <cstdint>
#include <tuple>
#include <variant>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

struct Contents {
  using Entry = std::tuple<std::int64_t, std::int32_t, double>;  // row, column, value

  std::int64_t rows = 0;
  std::int32_t cols = 0;
  std::vector<Entry> entries;  ///< by rows, then by columns; no zeros
  std::vector<double> y;

  bool operator==(const Contents&) const = default;
};

template <class T>
void append_entries(const DenseView<T>& x, std::vector<Contents::Entry>& entries) {
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int32_t j = 0; j < x.cols; ++j)
      if (const T value = x.values[i * x.stride + j]; value != 0) entries.emplace_back(i, j, value);
}

template <class T>
void append_entries(const CsrView<T>& x, std::vector<Contents::Entry>& entries) {
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int64_t k = x.offsets[i]; k < x.offsets[i + 1]; ++k)
      if (x.values[k] != 0) entries.emplace_back(i, x.columns[k], x.values[k]);
}

inline Contents contents_of(const Dataset& data) {
  Contents contents{rows(data.x), cols(data.x), {}, {data.y.begin(), data.y.end()}};
  std::visit([&](const auto& x) { append_entries(x, contents.entries); }, data.x);
  return contents;
}

inline bool is_dense(const Dataset& data) { return data.x.index() < 2; }

}  // namespace hingeline::internal
