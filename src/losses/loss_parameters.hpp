// SPDX-License-Identifier: BSD-3-Clause
//
// Which parameters of a Loss the loss of this name has, and what its targets are.
#pragma once

#include "hingeline/loss.hpp"
#include "hingeline/plq.hpp"

namespace hingeline::internal {

constexpr bool has_epsilon(LossName loss) {
  return loss == LossName::epsilon_insensitive || loss == LossName::squared_epsilon_insensitive ||
         loss == LossName::quantile;
}

constexpr bool has_tau(LossName loss) { return loss == LossName::quantile || loss == LossName::expectile; }

constexpr bool has_delta(LossName loss) { return loss == LossName::huber; }

constexpr bool has_gamma(LossName loss) { return loss == LossName::smoothed_hinge; }

/// Whether a target says which function is the row's.
inline bool has_function_numbers(const Loss& loss) {
  return loss.name == LossName::plq && loss.plq->argument() == PlqArgument::prediction;
}

}  // namespace hingeline::internal
