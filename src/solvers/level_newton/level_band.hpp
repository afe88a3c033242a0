// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

namespace hingeline::internal {

/// A level's rows: those kept one by one, and the sum of the others, slope'(w, v) + value, v the appended variable.
struct LevelBand {
  std::vector<std::int64_t> rows;
  std::vector<double> slope;  ///< d + 1
  double value = 0;
};

}  // namespace hingeline::internal
