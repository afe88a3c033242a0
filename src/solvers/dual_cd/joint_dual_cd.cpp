// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/dual_cd/joint_dual_cd.hpp"

#include "penalties/regularizer.hpp"

namespace hingeline::internal {

bool suits_joint_dual_cd(const Problem& problem) { return !is_dense(problem.x) && is_plain_ridge(problem); }

}  // namespace hingeline::internal
