// SPDX-License-Identifier: BSD-3-Clause
#include "data/by_columns.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "data/rows.hpp"

namespace hingeline::internal {

std::vector<double> by_columns(const MatrixView& matrix) {
  return visit_rows(matrix, [](const auto& x) {
    constexpr std::size_t at_once = 8;  // rows, whose numbers in a column share a cache line of the result
    const auto n = static_cast<std::size_t>(x.rows());
    const auto d = static_cast<std::size_t>(x.cols());
    std::vector<double> columns(n * d);
    std::vector<double> block(at_once * d);
    for (std::size_t first = 0; first < n; first += at_once) {
      const std::size_t count = std::min(at_once, n - first);
      std::ranges::fill(block, 0.0);
      for (std::size_t i = 0; i < count; ++i) x.add(static_cast<std::int64_t>(first + i), 1, block.data() + i * d);
      for (std::size_t j = 0; j < d; ++j)
        for (std::size_t i = 0; i < count; ++i) columns[j * n + first + i] = block[i * d + j];
    }
    return columns;
  });
}

}  // namespace hingeline::internal
