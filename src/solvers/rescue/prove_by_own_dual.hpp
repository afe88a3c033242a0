// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// How predictions are computed; twofold: to twice the digits (problem/exact_terms.hpp).
enum class Predictions { of_double, twofold };

/// Proves the coefficients and the intercept of an answer, which have changed since its certificate, by its dual point;
/// or where that is not kept, by the lower bound that it had proven.
void prove_by_own_dual(Solution& answer, const Problem& problem, const Baseline& constant,
                       Predictions predictions = Predictions::of_double);

}  // namespace hingeline::internal
