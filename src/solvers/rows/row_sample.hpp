// SPDX-License-Identifier: BSD-3-Clause
//
// The rows of a sample: runs of consecutive rows, one at a random place in each of equally long parts of the file, so
// that neither an order of the rows nor chance leaves a part out. Of a class that is too rare for that, rows are drawn
// among all its rows. Every row stands for `factor` rows.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/random.hpp"
#include "hingeline/problem.hpp"
#include "problem/row_runs.hpp"

namespace hingeline::internal {

struct RowSample {
  std::vector<RowRun> runs;
  std::int64_t rows = 0;
  std::array<double, 2> factor = {1, 1};  ///< of rows with y <= 0 and of those with y > 0

  bool is_whole() const { return factor[0] == 1 && factor[1] == 1; }
  double factor_of(double y) const { return factor[y > 0 ? 1 : 0]; }
};

/// All rows, in runs of a block.
RowSample every_row(std::int64_t rows);

/// About `wanted` of the problem's rows.
RowSample draw_rows(const Problem& problem, std::int64_t wanted, Random& random);

/// The same in runs of `length` rows.
RowSample draw_runs(const Problem& problem, std::int64_t wanted, std::int64_t length, Random& random);

}  // namespace hingeline::internal
