// SPDX-License-Identifier: BSD-3-Clause
//
// What solvers that go from samples to all rows begin with: a point, and how many rows each level takes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "data/row_blocks.hpp"
#include "hingeline/solve.hpp"
#include "problem/certificate.hpp"
#include "solvers/reduced/reduced_problem.hpp"

namespace hingeline::internal {

template <class View>
struct ValueType;
template <template <class> class View, class T>
struct ValueType<View<T>> {
  using type = T;
};
template <class View>
using ValueOf = typename ValueType<View>::type;

/// v of a warm start, or of the best constant.
template <class View>
std::vector<double> starting_point(const View& x, const Problem& problem, const Baseline& baseline,
                                   const WarmStart& start) {
  const Variables variables(problem);
  std::vector<double> v(variables.size());
  double intercept = baseline.intercept;
  if (!start.coef.empty() || !start.dual_coef.empty()) intercept = start.intercept;
  if (start.coef.empty() && !start.dual_coef.empty()) {
    const RowBlocks<View> blocks(x);
    for (std::int64_t first = 0; first < x.rows; first += rows_per_block)
      blocks.combine(first, std::min(rows_per_block, x.rows - first), start.dual_coef.data() + first, v.data());
    if (problem.release_rows) problem.release_rows(0, x.rows);
  } else {
    std::copy(start.coef.begin(), start.coef.end(), v.begin());
  }
  if (variables.appended != 0) v[variables.cols] = intercept / variables.appended;
  return v;
}

/// Of the samples before all rows: as few as growths of at most 25 allow, all of the same growth. None where the first
/// would be a good part of the rows.
inline std::vector<std::int64_t> sample_sizes(std::int64_t rows, std::size_t variables) {
  constexpr double most = 25;
  constexpr double least = 2.5;
  const double first = std::max(10000.0, 30 * static_cast<double>(variables));
  const double growth = static_cast<double>(rows) / first;
  if (growth <= least) return {};
  const double count = std::ceil(std::log(growth) / std::log(most));
  std::vector<std::int64_t> sizes;
  for (double k = 0; k < count; ++k) sizes.push_back(static_cast<std::int64_t>(first * std::pow(growth, k / count)));
  return sizes;
}

}  // namespace hingeline::internal
