// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

/// The Hessian R + sum_i h_i x~_i x~_i' of a solve's last exact step, for the next solve of the same rows that begins
/// near its minimum. At another C it is mainly the scale of the h_i that differs.
struct HessianMemo {
  GramMatrix hessian{0};
  double curvature = 0;  ///< sum_i h_i
  double fall = 0.05;    ///< the share of the gap that the last step by a kept Hessian left; at first a guess
};

}  // namespace hingeline::internal
