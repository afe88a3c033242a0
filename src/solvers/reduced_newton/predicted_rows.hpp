// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hingeline/problem.hpp"
#include "losses/ramps.hpp"

namespace hingeline::internal {

/// The z.size() rows of a problem from `first` on; costs are multiplied by `factors`, by the sign of y.
inline PredictedRows predicted_rows(const Problem& problem, std::int64_t first, std::span<const double> z,
                                    double intercept, const std::array<double, 2>& factors) {
  const double* weights = problem.weights.empty() ? nullptr : problem.weights.data() + first;
  return {z.data(),
          intercept,
          problem.y.data() + first,
          weights,
          {problem.C * factors[0], problem.C * factors[1]},
          static_cast<std::int64_t>(z.size())};
}

}  // namespace hingeline::internal
