// SPDX-License-Identifier: BSD-3-Clause
//
// What fields of models must be; all throw InvalidParameter.
#pragma once

#include "hingeline/kernel_model.hpp"
#include "hingeline/model.hpp"

namespace hingeline::internal {

void require_outputs(const LinearModel& model);
/// Coefficients and intercepts are as many as features and outputs say.
void require_sizes(const LinearModel& model);
/// Classes have some, other machines none.
void require_labels(const KernelModel& model);
/// Coefficients and intercepts are as many as support vectors, classes and outputs say.
void require_sizes(const KernelModel& model);

}  // namespace hingeline::internal
