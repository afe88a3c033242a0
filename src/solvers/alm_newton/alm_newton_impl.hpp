// SPDX-License-Identifier: BSD-3-Clause
//
// alm_newton.hpp, instantiated once per layout and value type (alm_newton_*.cpp).
#pragma once

#include <cstddef>
#include <utility>

#include "parallel/thread_pool.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/alm_newton/alm_newton.hpp"
#include "solvers/alm_newton/product_system.hpp"
#include "solvers/augmented_lagrangian/augmented_lagrangian.hpp"
#include "solvers/linear_systems/constrained_rows.hpp"
#include "solvers/progress/pair_proof.hpp"
#include "solvers/rows/column_limits.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/steps/row_terms.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
Solution alm_newton(const Rows& x, const Problem& problem, const Baseline& constant, const SolverOptions& options,
                    const WarmStart& start) {
  ThreadPool pool(options.threads);
  DataRows data(x, problem, pool);
  if (is_plain_ridge(problem)) {
    const DataTerms terms(problem, pool);
    PairProof proof(problem, constant, nullptr, pool);
    if (x.cols() <= few_features) return AugmentedLagrangian(data, terms, proof, options).run(start);
    return AugmentedLagrangian<DataRows<Rows>, DataTerms, PairProof, ProductSystem<Rows>>(data, terms, proof, options)
        .run(start);
  }
  check_alm_size(static_cast<std::size_t>(x.cols()), "features");
  const ExtraRows extra(problem, data.appended());
  PairProof proof(problem, constant, &extra, pool);
  ConstrainedRows rows(std::move(data), extra);
  return AugmentedLagrangian(rows, ConstrainedTerms(problem, extra, pool), proof, options).run(start);
}

}  // namespace hingeline::internal
