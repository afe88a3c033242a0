// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// c_i of the problem's formula.
inline double row_cost(const Problem& problem, std::int64_t i) {
  return problem.weights.empty() ? problem.C : problem.C * problem.weights[static_cast<std::size_t>(i)];
}

/// Of all rows.
inline std::vector<double> row_costs(const Problem& problem) {
  std::vector<double> costs(problem.y.size());
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] = row_cost(problem, static_cast<std::int64_t>(i));
  return costs;
}

}  // namespace hingeline::internal
