// SPDX-License-Identifier: BSD-3-Clause
//
// Which parameters of a Loss the loss of this name has.
#pragma once

#include "hingeline/loss.hpp"

namespace hingeline::internal {

constexpr bool has_epsilon(LossName loss) {
  return loss == LossName::epsilon_insensitive || loss == LossName::squared_epsilon_insensitive ||
         loss == LossName::quantile;
}

constexpr bool has_tau(LossName loss) { return loss == LossName::quantile || loss == LossName::expectile; }

constexpr bool has_delta(LossName loss) { return loss == LossName::huber; }

constexpr bool has_gamma(LossName loss) { return loss == LossName::smoothed_hinge; }

}  // namespace hingeline::internal
