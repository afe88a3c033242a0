// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// The answer, or where it stopped at a point that is worse than one known before, that: the start's w and b, or w = 0
/// and the best b. Its dual point is kept, or what that has proven where it is not there. Methods that begin at a dual
/// point or go by centres rise far above a near start before they come down to it; columns that are far from their mean
/// may take dual_cd more passes than there were; where arithmetic gives out P may be anything.
Solution fall_back_to_known_point(Solution answer, const Problem& problem, const WarmStart& start, double tolerance);

}  // namespace hingeline::internal
