// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "data/block_numbers.hpp"
#include "data/row_blocks.hpp"
#include "hingeline/problem.hpp"
#include "penalties/regularizer.hpp"
#include "problem/row_cost.hpp"
#include "problem/row_terms.hpp"
#include "solvers/rows/row_sample.hpp"
#include "solvers/rows/variables.hpp"

namespace hingeline::internal {

/// P at v, without constraints, estimated from a sample of the rows.
template <class View>
double sampled_primal(const View& x, const Problem& problem, const RowSample& sample, const std::vector<double>& v) {
  const Variables variables(problem);
  const Regularizer regularizer(problem);
  const RowTermOps ops = row_term_ops();
  const RowBlocks<View> blocks(x);
  double primal = 0;
  for (std::size_t j = 0; j < variables.features(); ++j) primal += regularizer.value(j, v[j]);
  for (std::size_t j = variables.features(); j < v.size(); ++j) primal += 0.5 * variables.l2(j) * v[j] * v[j];
  for (const RowRun& run : sample.runs) {
    BlockNumbers c;
    BlockNumbers z;
    const double* y = problem.y.data() + run.first;
    blocks.predict(run.first, run.count, v.data(), z.data());
    for (std::size_t k = 0; k < static_cast<std::size_t>(run.count); ++k) {
      c[k] = row_cost(problem, run.first + static_cast<std::int64_t>(k)) * sample.factor_of(y[k]);
      z[k] = c[k] > 0 ? z[k] + variables.intercept(v) : 0;
    }
    primal += ops.value_and_slope(problem.loss, static_cast<std::size_t>(run.count), y, c.data(), z.data()).value;
    if (problem.release_rows) problem.release_rows(run.first, run.first + run.count);
  }
  return primal;
}

}  // namespace hingeline::internal
