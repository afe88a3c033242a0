// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/interior_point/interior_point.hpp"

#include "losses/ramps.hpp"

namespace hingeline::internal {

bool suits_interior_point(const Problem& problem) { return ramp_form(problem.loss).has_value(); }

}  // namespace hingeline::internal
