// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// Returns the answer, proven at predictions of twice the digits (problem/exact_terms.hpp) where rounding of
/// predictions next to kinks may be a part of the tolerance. If that proof fails, the status becomes `numerical`, as
/// for columns far from 0 that nearly fit all rows, beside a large C.
Solution prove_exactly(Solution answer, const Problem& problem, double tolerance);

}  // namespace hingeline::internal
