// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// Returns the answer, or a point known before where the answer is not converged and worse: w and b of the start, or w
/// = 0 and the best b where constraints allow it. The answer's dual point is kept, or the bound that it has proven where it is no longer there.
/// Methods that begin at a dual point or go by centres rise far above a near start before they come down to it; columns
/// far from their mean may take dual_cd more passes than there were; and where arithmetic fails, P may be anything.
Solution fall_back_to_known_point(Solution answer, const Problem& problem, const WarmStart& start, double tolerance);

}  // namespace hingeline::internal
