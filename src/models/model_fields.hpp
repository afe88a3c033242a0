// SPDX-License-Identifier: BSD-3-Clause
//
// What fields of models must be; all throw InvalidParameter.
#pragma once

#include "hingeline/model.hpp"

namespace hingeline::internal {

/// Coefficients and intercepts are as many as features and outputs say.
void require_sizes(const LinearModel& model);

}  // namespace hingeline::internal
