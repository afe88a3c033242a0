// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/random.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/solve.hpp"
#include "penalties/regularizer.hpp"
#include "problem/baseline.hpp"
#include "solvers/progress/is_cold.hpp"
#include "solvers/progress/is_usable_start.hpp"
#include "solvers/progress/take_start.hpp"
#include "solvers/reduced_newton/sampled_primal.hpp"
#include "solvers/rows/row_sample.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

/// v of a warm start, or of the best constant; within its bounds. From s alone w is the maximiser of u'w - R(w).
template <class View>
std::vector<double> starting_point(const View& x, const Problem& problem, const Baseline& baseline,
                                   const WarmStart& start) {
  const Variables variables(problem);
  const Regularizer regularizer(problem);
  std::vector<double> v(variables.size());
  take_start(start, variables, baseline.intercept, v, [&](std::span<const double> s) {
    const RowBlocks<View> blocks(x);
    for (std::int64_t first = 0; first < x.rows; first += rows_per_block)
      blocks.combine(first, std::min(rows_per_block, x.rows - first), s.data() + first, v.data());
    if (problem.release_rows) problem.release_rows(0, x.rows);
    for (std::size_t j = 0; j < variables.features(); ++j) {
      const double maximiser = regularizer.maximiser(j, v[j]);
      v[j] = std::isfinite(maximiser) ? maximiser : 0;
    }
  });
  for (std::size_t j = 0; j < variables.features(); ++j) v[j] = regularizer.term(j).clip(v[j]);
  return v;
}

/// The same, but the best constant if that has the smaller P on a sample of rows.
template <class View>
std::vector<double> usable_starting_point(const View& x, const Problem& problem, const Baseline& baseline,
                                          const WarmStart& start, Random& random) {
  std::vector<double> v = starting_point(x, problem, baseline, start);
  if (is_cold(start)) return v;
  constexpr std::int64_t some = 2000;
  const RowSample sample = draw_rows(problem, some, random);
  std::vector<double> constant = starting_point(x, problem, baseline, {});
  const double primal = sampled_primal(x, problem, sample, v);
  return is_usable_start(primal, sampled_primal(x, problem, sample, constant)) ? v : constant;
}

}  // namespace hingeline::internal
