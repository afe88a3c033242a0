// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on the variables between their bounds, where pairs of them go back and forth:
//
//     minimise over d    f'd + 1/2 d'K d,    sum of d over each group = 0,    low <= d <= high
//
// Step     p by (K + ridge I) p = -f + sum_g beta_g e_g + sum_j beta_j e_j, where j are the variables at a bound:
//          with W = (K + ridge I)^-1 C, C = [e_g, e_j], and v = (K + ridge I)^-1 f it is W beta - v, C'W beta = C'v
// Along    as far as the first bound, whose variable stays there: so each step takes a column more, until a factor of
//          those that are left is cheaper. None is let go
// Stop     after a whole step
// Cost     n^3 / 3 flops for a factor, some of which come to two or three times the first; 6 n^2 a step
// Papers   Gill, Murray, Saunders & Wright, Math. Programming 1990 (Schur complements for active sets);
//          Scheinberg, JMLR 2006 (active sets for support vector machines)
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stop.hpp"

namespace hingeline::internal {

struct FaceVariable {
  double f;
  double low;  ///< of d, <= 0
  double high;
  int group;  ///< 0, or 1
};

/// Symmetric and positive semidefinite, its rows `stride` apart.
struct FaceKernel {
  std::vector<double> values;
  std::size_t stride;

  double at(std::size_t i, std::size_t j) const { return values[i * stride + j]; }
};

/// d; nothing where the matrix cannot be factored. What reaches a bound is there exactly. `ridge` is relative to the
/// diagonal. When told to stop, d as far as it has come.
std::vector<double> newton_on_face(std::span<const FaceVariable> variables, const FaceKernel& kernel, double ridge,
                                   const Stop& stop);

}  // namespace hingeline::internal
