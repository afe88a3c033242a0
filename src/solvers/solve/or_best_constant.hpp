// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// The answer, or w = 0 and the best b where it stopped at a point that is worse, its dual point kept, or what that has
/// proven where it is not there. Columns that are far from their mean may take dual_cd more passes than there were to
/// come near it; where arithmetic gives out P may be anything.
Solution or_best_constant(Solution answer, const Problem& problem, double tolerance);

}  // namespace hingeline::internal
