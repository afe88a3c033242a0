// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/loss.hpp"

namespace hingeline::internal {

/// The loss is curved wherever it is not at its least, so that its second-order model tells where it goes.
inline bool is_curved(const Loss& loss) {
  switch (loss.name) {
    case LossName::squared_hinge:
    case LossName::logistic:
    case LossName::squared_epsilon_insensitive:
    case LossName::squared:
    case LossName::expectile:
      return true;
    default:
      return false;
  }
}

}  // namespace hingeline::internal
