// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/loss.hpp"
#include "hingeline/plq.hpp"

namespace hingeline::internal {

/// Whether phi(y, z) depends on z - y alone.
inline bool is_of_residual(const Loss& loss) {
  return loss.name == LossName::plq ? loss.plq->argument() == PlqArgument::residual : !is_classification(loss);
}

}  // namespace hingeline::internal
