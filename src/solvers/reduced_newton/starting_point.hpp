// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/row_blocks.hpp"
#include "hingeline/solve.hpp"
#include "penalties/regularizer.hpp"
#include "problem/certificate.hpp"
#include "solvers/common/is_cold.hpp"
#include "solvers/reduced_newton/reduced_problem.hpp"

namespace hingeline::internal {

/// v of a warm start, of s alone where R* is largest for it, or of the best constant.
template <class View>
std::vector<double> starting_point(const View& x, const Problem& problem, const Baseline& baseline,
                                   const WarmStart& start) {
  const Variables variables(problem);
  std::vector<double> v(variables.size());
  const double intercept = is_cold(start) ? baseline.intercept : start.intercept;
  if (start.coef.empty() && !start.dual_coef.empty()) {
    const RowBlocks<View> blocks(x);
    for (std::int64_t first = 0; first < x.rows; first += rows_per_block)
      blocks.combine(first, std::min(rows_per_block, x.rows - first), start.dual_coef.data() + first, v.data());
    if (problem.release_rows) problem.release_rows(0, x.rows);
    const Regularizer regularizer(problem);
    for (std::size_t j = 0; j < variables.features() && regularizer.l2() > 0; ++j)
      v[j] = regularizer.maximiser(j, v[j]);
  } else {
    std::copy(start.coef.begin(), start.coef.end(), v.begin());
  }
  variables.set_intercept(intercept, v);
  return v;
}

}  // namespace hingeline::internal
