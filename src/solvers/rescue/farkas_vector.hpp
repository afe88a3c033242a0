// SPDX-License-Identifier: BSD-3-Clause
//
// Looks for multipliers that prove bounds and constraints infeasible (problem/infeasibility.hpp), by the dual of the
// least distance problem (Lawson and Hanson, Solving Least Squares Problems, 1974, chapter 23). With each finite limit
// a row g_k'w >= h_k,
//
//     minimise |w|   subject to G w >= h       has the dual     minimise |E u - f|   over u >= 0,
//
// E = (G, h)', f = (0, .., 0, 1): where no w is feasible the residual is 0, G'u = 0 with h'u = 1. Their active set
// method for non-negative least squares (chapter 23, NNLS) adds one limit at a time, so that those with u_k > 0 are
// independent: d + 1 limits at most. Constraints that the bounds make needless are then left out, one after another.
//
// Cost: per limit added a pass over the constraints and 4 d^2 flops at most; as many limits as are active where |w| is
// least, or as conflict; the same again over the constraints in conflict alone, as often as there are of them.
#pragma once

#include <cstddef>
#include <vector>

#include "core/stop.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// With more constraints in conflict than this, some that are not needed may stay: the search should not cost more than
/// a solve.
inline constexpr std::ptrdiff_t most_left_out_in_turn = 100;

/// Returns proven multipliers, one per constraint; empty where none were found before it was told to stop, always where
/// w = 0 is feasible, and where more than 1,000 limits conflict: the search should not cost more than a solve.
std::vector<double> farkas_vector(const Problem& problem, const Stop& stop = {});

}  // namespace hingeline::internal
