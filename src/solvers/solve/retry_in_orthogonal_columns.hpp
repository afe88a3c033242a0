// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "solvers/solve/attempt.hpp"

namespace hingeline::internal {

/// Returns the answer, or that in orthogonal columns (orthogonal_columns.hpp) where no solver had digits left for the
/// given columns.
Attempt retry_in_orthogonal_columns(Attempt stuck, const Problem& problem, const SolverOptions& options);

}  // namespace hingeline::internal
