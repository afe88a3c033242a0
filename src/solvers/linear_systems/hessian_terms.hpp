// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

namespace hingeline::internal {

/// What a system factors: H = diag(ridge) + sum_i h_i x_i x_i'. A system takes of it what it needs.
struct HessianTerms {
  std::span<const double> h;
  std::span<const double> ridge;
  double t;        ///< a column that no row curves gets |x_j|^2 / t in H
  double damping;  ///< added to the unit diagonal of the scaled matrix
};

}  // namespace hingeline::internal
