// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// Those of twofold have twice the digits (problem/exact_terms.hpp).
enum class Predictions { of_double, twofold };

/// Proves the coefficients and the intercept of an answer, which are no longer those of its certificate, by its dual
/// point; where that is not kept, by what it had been proven to give.
void prove_by_own_dual(Solution& answer, const Problem& problem, const Baseline& constant,
                       Predictions predictions = Predictions::of_double);

}  // namespace hingeline::internal
