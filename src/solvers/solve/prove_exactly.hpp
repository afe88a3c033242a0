// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// The answer, proven at predictions of twice the digits where rounding of those next to kinks may be a part of the
/// tolerance (problem/exact_terms.hpp); where that is no proof, it is none: `numerical`. So it is with columns far from
/// 0 that nearly fit all rows, beside a large C.
Solution prove_exactly(Solution answer, const Problem& problem, double tolerance);

}  // namespace hingeline::internal
