// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"

namespace hingeline {

/// Where to begin: the dual point of an earlier solution of a problem with the same rows (another C, loss or
/// weights are fine: it is clipped to what the new problem allows), or only its coefficients.
struct WarmStart {
  std::span<const double> dual_coef;  ///< one per row, or empty
  std::span<const double> coef;       ///< one per feature, or empty; where both are given primal solvers take this
  double intercept = 0;
};

/// Solves the problem to options.tolerance and proves it. Throws InvalidParameter or DataError on bad input.
Solution solve(const Problem& problem, const SolverOptions& options = {}, const WarmStart& start = {});

}  // namespace hingeline
