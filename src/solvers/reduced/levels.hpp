// SPDX-License-Identifier: BSD-3-Clause
//
// What solvers that go from samples to all rows begin with: a point, and how many rows each level takes.
#pragma once

#include <algorithm>
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

/// Of the samples before all rows, each ten times the one before: none where the first would be a good part of them.
inline std::vector<std::int64_t> sample_sizes(std::int64_t rows, std::size_t variables) {
  constexpr std::int64_t growth = 10;
  std::vector<std::int64_t> sizes;
  for (auto size = std::max<std::int64_t>(10000, 30 * static_cast<std::int64_t>(variables));
       static_cast<double>(size) < static_cast<double>(rows) / 2.5; size *= growth)
    sizes.push_back(size);
  return sizes;
}

}  // namespace hingeline::internal
