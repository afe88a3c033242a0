// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "data/for_each_nonzero.hpp"

namespace hingeline::internal {

/// Appends the entries of row i that are not 0.
inline void append_row(const MatrixView& x, std::int64_t i, std::vector<std::int32_t>& columns,
                       std::vector<double>& values) {
  const auto append = [&](std::int32_t column, double value) {
    columns.push_back(column);
    values.push_back(value);
  };
  std::visit([&](const auto& view) { for_each_nonzero(view, i, append); }, x);
}

}  // namespace hingeline::internal
