// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on the variables between their bounds (the free ones), where pairs of them go back and forth:
//
//     minimise over d    f'd + 1/2 d'K d,    sum of d over each group = 0,    low <= d <= high
//
// Step     (K + ridge I) p = -f + sum_g beta_g e_g + sum_j beta_j e_j, j the variables that have reached a bound. With
//          W = (K + ridge I)^-1 C, C = [e_g, e_j], and v = (K + ridge I)^-1 f,   p = W beta - v,   C'W beta = C'v
// Along    p as far as the first bound, whose variable stays there for good: so each step adds a column to C, until a
//          new factor of the variables left is cheaper
// Stop     after a whole step
// Cost     n^3 / 3 flops for a factor, two to three times that for all of them; 6 n^2 a step
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

/// Returns d, empty where the matrix cannot be factored. Variables that reach a bound have exactly its value. `ridge`
/// is relative to the diagonal. When told to stop, returns d as it is then.
std::vector<double> newton_on_face(std::span<const FaceVariable> variables, const FaceKernel& kernel, double ridge,
                                   const Stop& stop);

}  // namespace hingeline::internal
