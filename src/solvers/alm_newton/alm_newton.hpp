// SPDX-License-Identifier: BSD-3-Clause
//
// The augmented Lagrangian (solvers/augmented_lagrangian/augmented_lagrangian.hpp) of the formula. Penalties other than
// a ridge, bounds and constraints are rows behind the data's (common/constrained_rows.hpp). Beside a ridge alone many
// columns go by products (product_system.hpp).
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// The problem must be valid, `x` its matrix and `constant` its baseline(). Throws InvalidParameter where the Hessian
/// would need more than 8 GiB: more than 23,000 features and not a ridge alone.
template <RowMatrix Rows>
Solution alm_newton(const Rows& x, const Problem& problem, const Baseline& constant, const SolverOptions& options,
                    const WarmStart& start);

}  // namespace hingeline::internal
