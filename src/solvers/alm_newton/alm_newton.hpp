// SPDX-License-Identifier: BSD-3-Clause
//
// The augmented Lagrangian method (solvers/augmented_lagrangian/augmented_lagrangian.hpp) for any linear problem.
// Penalties other than a ridge, bounds and constraints are rows behind the data's (linear_systems/constrained_rows.hpp). With a
// plain ridge and many columns, systems are solved by conjugate gradients (product_system.hpp).
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// The problem must be valid, `x` its matrix and `constant` its baseline(). Throws InvalidParameter where the Hessian
/// would need more than 8 GiB: more than 23,000 features and not a plain ridge.
template <RowMatrix Rows>
Solution alm_newton(const Rows& x, const Problem& problem, const Baseline& constant, const SolverOptions& options,
                    const WarmStart& start);

}  // namespace hingeline::internal
