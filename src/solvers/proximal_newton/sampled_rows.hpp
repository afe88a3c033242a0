// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "data/is_present.hpp"
#include "solvers/rows/chosen_rows.hpp"
#include "solvers/rows/row_sample.hpp"

namespace hingeline::internal {

/// A sample of a problem's rows, each with the weight of all rows that it stands for.
inline ChosenRows sampled_rows(const Problem& whole, const RowSample& sample) {
  std::vector<std::int64_t> rows;
  std::vector<double> weights;
  for (const RowRun& run : sample.runs)
    for (std::int64_t i = run.first; i < run.first + run.count; ++i) {
      const auto row = static_cast<std::size_t>(i);
      rows.push_back(i);
      weights.push_back(sample.factor_of(whole.y[row]) * weight_of(whole.weights, row));
    }
  return {whole, std::move(rows), std::move(weights)};
}

}  // namespace hingeline::internal
