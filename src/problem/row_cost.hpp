// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/prefetch.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// c_i of the problem's formula.
inline double row_cost(const Problem& problem, std::integral auto i) {
  return problem.weights.empty() ? problem.C : problem.C * problem.weights[static_cast<std::size_t>(i)];
}

/// The number of rows with c_i > 0.
inline std::int64_t rows_with_cost(const Problem& problem) {
  return rows(problem.x) - std::ranges::count(problem.weights, 0.0);
}

/// The mean of c_i over rows with c_i > 0.
inline double mean_cost(const Problem& problem) {
  double mean = problem.weights.empty() ? 1 : 0;  // of weights, whose sum may overflow
  double count = 0;
  for (const double weight : problem.weights)
    if (weight > 0) mean += (weight - mean) / ++count;
  return problem.C * mean;
}

/// An upper bound of sum_i c_i.
inline double most_costs(const Problem& problem) {
  const double most = problem.weights.empty() ? 1 : std::ranges::max(problem.weights);
  return problem.C * most * static_cast<double>(rows(problem.x));
}

/// Prefetches the targets and weights of `count` rows from `first` on, or of fewer at the end.
[[gnu::always_inline]] inline void prefetch_targets(const Problem& problem, std::int64_t first, std::int64_t count) {
  const auto part = [&](std::span<const double> numbers) {
    const auto begin = std::min(static_cast<std::size_t>(first), numbers.size());
    return numbers.subspan(begin, std::min(static_cast<std::size_t>(count), numbers.size() - begin));
  };
  prefetch(part(problem.y));
  prefetch(part(problem.weights));
}

/// Sets c_i of rows from `first` on.
inline void copy_costs(const Problem& problem, std::size_t first, std::span<double> costs) {
  std::fill(costs.begin(), costs.end(), problem.C);
  if (problem.weights.empty()) return;
  const double* weights = problem.weights.data() + first;
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] *= weights[i];
}

/// c_i of all rows.
inline std::vector<double> row_costs(const Problem& problem) {
  std::vector<double> costs(static_cast<std::size_t>(rows(problem.x)));
  copy_costs(problem, 0, costs);
  return costs;
}

}  // namespace hingeline::internal
