// SPDX-License-Identifier: BSD-3-Clause
//
// Which pair of variables moves next. s_up grows and s_low shrinks by the same amount, so f_up < f_low is what makes
// the objective fall. f is y times the objective's derivative by a, and Platt's E without the intercept.
#pragma once

#include <memory>

#include "hingeline/kernel_solve.hpp"
#include "solvers/smo/pair_state.hpp"

namespace hingeline::internal {

class PairRule {
 public:
  virtual ~PairRule() = default;
  /// A pair of this group whose f differ by more than `tolerance`; `worst` must show that there is one.
  virtual Pair next(PairState& state, int group, const Extremes& worst, double tolerance) = 0;
};

/// The rule of a selection other than `blocks`.
std::unique_ptr<PairRule> pair_rule(Selection selection);

}  // namespace hingeline::internal
