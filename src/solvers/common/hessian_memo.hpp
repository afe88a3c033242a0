// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

/// The Hessian R + sum_i h_i x~_i x~_i' of a solve's last exact step, for the next solve of the same rows that begins
/// near its minimum. At another C above all the scale of the h_i is another.
struct HessianMemo {
  GramMatrix hessian{0};
  double curvature = 0;  ///< sum_i h_i
  double fall = 0.05;    ///< what a step by a kept Hessian leaves of the gap, by the last one; at first a guess
};

}  // namespace hingeline::internal
