// SPDX-License-Identifier: BSD-3-Clause
#include "problem/infeasibility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "data/rows.hpp"
#include "penalties/interval_term.hpp"

namespace hingeline::internal {
namespace {

/// A sum, and the sum of its terms' magnitudes, to which its rounding is proportional.
struct RoundedSum {
  long double value = 0;
  long double magnitude = 0;

  void add(long double term) {
    value += term;
    magnitude += std::abs(term);
  }
  long double rounding() const { return 32 * std::numeric_limits<double>::epsilon() * magnitude; }
};

/// (A'mu)_j for every j.
std::vector<RoundedSum> combined(const MatrixView& a, std::span<const double> mu) {
  std::vector<RoundedSum> sums(static_cast<std::size_t>(cols(a)));
  std::vector<double> row(sums.size());
  visit_rows(a, [&](const auto& rows) {
    for (std::size_t k = 0; k < mu.size(); ++k) {
      if (mu[k] == 0) continue;
      std::fill(row.begin(), row.end(), 0.0);
      rows.add(static_cast<std::int64_t>(k), 1, row.data());
      for (std::size_t j = 0; j < row.size(); ++j) sums[j].add(static_cast<long double>(mu[k]) * row[j]);
    }
  });
  return sums;
}

bool hold_zero(std::span<const double> lower, std::span<const double> upper) {
  return std::ranges::all_of(lower, [](double limit) { return limit <= 0; }) &&
         std::ranges::all_of(upper, [](double limit) { return limit >= 0; });
}

}  // namespace

bool allows_zero(const Problem& problem) {
  return hold_zero(problem.bounds.lower, problem.bounds.upper) &&
         hold_zero(problem.constraints.lower, problem.constraints.upper);
}

bool proves_infeasible(const Problem& problem, std::span<const double> multipliers) {
  const auto [rows, lower, upper] = problem.constraints;
  RoundedSum excess;  // of the left side over the right
  for (std::size_t k = 0; k < multipliers.size(); ++k) {
    if (multipliers[k] == 0) continue;
    const double limit = interval(lower, upper, k).maximiser(multipliers[k]);
    if (!std::isfinite(multipliers[k]) || std::isinf(limit)) return false;
    excess.add(static_cast<long double>(multipliers[k]) * limit);
  }
  const std::vector<RoundedSum> slopes = combined(rows, multipliers);
  for (std::size_t j = 0; j < slopes.size(); ++j) {
    if (std::abs(slopes[j].value) <= slopes[j].rounding()) continue;
    const auto slope = static_cast<double>(slopes[j].value);
    const double highest = interval(problem.bounds.lower, problem.bounds.upper, j).maximiser(-slope);
    if (std::isinf(highest)) return false;
    excess.add(-slopes[j].value * highest);
  }
  return excess.value > excess.rounding();
}

}  // namespace hingeline::internal
