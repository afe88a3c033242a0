// SPDX-License-Identifier: BSD-3-Clause
//
// A primal-dual interior point method for losses in pieces and any penalty, bounds and constraints.
//
// Primal   min_w  l2/2 |w|^2 + slopes'w + sum_k theta_k(v_k),    v_k = x~_k'w - o_k
//          theta(v) = max over lower <= s <= upper of s v - m/2 s^2
//          A loss in pieces is a sum of these: every ramp of its derivative (losses/ramps.hpp) is a theta', 1/m its
//          rise. So are l1 |w_j|, with m = 0 between -l1 and l1, and limits of w_j or A_k w, whose s has no end on one
//          side
// Optimal  l2 w + slopes + sum_k s_k x~_k = 0,    v = m s + p - q,    p (upper - s) = q (s - lower) = 0,    p, q >= 0
// Path     both products are mu, which falls to 0; s stays between its ends, and p and q above 0
// Step     Newton's on these equations. With p, q and s gone,
//
//              (l2 I + X~'W X~) dw = X~'W rho - (l2 w + slopes + X~'s),    ds = W (X~dw - rho)
//              1/W = m + p/(upper - s) + q/(s - lower),    rho = m s + mu/(upper - s) - mu/(s - lower) - v
//
//          by a Cholesky factor, scaled to a unit diagonal; its mu and length as common/predictor_corrector.hpp has
//          them. A theta of an equality, whose s has no ends and whose m is 0, is given a W so large that it hardly
//          gives way in a step
// Proof    s of the path are dual feasible, w of any feasible: the pair is certified where the theta's gaps add up to
//          little enough. Coefficients that an L1 penalty pulls from neither side go to 0
// Cost     of a step: n (d + 1)^2 flops for X~'W X~, (d + 1)^3 / 3, and some passes; 15 to 40 steps, whatever the
//          scale of columns, C, or how far the data are from separable
// Memory   2 (d + 1)^2 numbers, 19 per theta, of which a row has one or two and a column of L1 one, and 10 per row
// Warm     starts gain it nothing: it begins between all ends
// Paper    Aravkin, Burke and Pillonetto, JMLR 2013 (losses in pieces by their conjugates)
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// Losses in pieces (losses/ramps.hpp).
bool suits_interior_point(const Problem& problem);

/// The problem must be valid, `x` be its matrix and `constant` its baseline(). Throws InvalidParameter where the loss
/// does not suit, and where the Hessian would need more than 8 GiB.
template <RowMatrix Rows>
Solution interior_point(const Rows& x, const Problem& problem, const Baseline& constant, const SolverOptions& options);

}  // namespace hingeline::internal
