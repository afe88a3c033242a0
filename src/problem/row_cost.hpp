// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>

#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// c_i of the problem's formula.
inline double row_cost(const Problem& problem, std::int64_t i) {
  return problem.weights.empty() ? problem.C : problem.C * problem.weights[static_cast<std::size_t>(i)];
}

}  // namespace hingeline::internal
