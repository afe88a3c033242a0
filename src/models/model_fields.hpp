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

/// The support vectors as rows.
inline CsrView<double> vectors_of(const KernelModel& model) {
  return {model.offsets.data(), model.columns.data(), model.values.data(), model.support_vectors(), model.features};
}

}  // namespace hingeline::internal
