// SPDX-License-Identifier: BSD-3-Clause
//
// A primal-dual interior point method for piecewise linear-quadratic losses, any penalty, bounds and constraints.
//
// Primal   min_w  l2/2 |w|^2 + slopes'w + sum_k theta_k(v_k),    v_k = x~_k'w - o_k
//          theta(v) = max over lower <= s <= upper of s v - m/2 s^2
//          The loss is a sum of these: every ramp of its derivative (losses/ramps.hpp) is a theta', with rise 1/m. So
//          is l1 |w_j|, with m = 0 and -l1 <= s <= l1, and so are limits of w_j or A_k w, whose s is unbounded on one
//          side
// Optimal  l2 w + slopes + sum_k s_k x~_k = 0,    v = m s + p - q,    p (upper - s) = q (s - lower) = 0,    p, q >= 0
// Path     both products equal mu, which falls to 0; s stays strictly between its ends, and p, q > 0
// Step     Newton's on these equations. With the changes of p, q and s eliminated,
//
//              (l2 I + X~'W X~) dw = X~'W rho - (l2 w + slopes + X~'s),    ds = W (X~dw - rho)
//              1/W = m + p/(upper - s) + q/(s - lower),    rho = m s + mu/(upper - s) - mu/(s - lower) - v
//
//          by a Cholesky factor scaled to a unit diagonal; mu and the step length as in steps/predictor_corrector.hpp.
//          The theta of an equality constraint, with m = 0 and s unbounded, gets a W so large that the equality almost
//          holds after a step
// Proof    s_k of the path are in the domains of theta_k*. The pair is certified once the gaps of all theta_k and of
//          the ridge sum to little enough; coefficients that the L1 penalty holds at 0 are set to 0
// Cost     of a step: n (d + 1)^2 flops for X~'W X~, (d + 1)^3 / 3, and some passes; 15 to 40 steps, whatever the
//          scale of columns, C, or how far the data are from separable
// Memory   2 (d + 1)^2 numbers, 19 per theta (a row has one or two, a column with an L1 penalty one), and 10 per row
// Warm     starts do not help: it must begin strictly between all ends
// Paper    Aravkin, Burke and Pillonetto, JMLR 2013 (piecewise linear-quadratic losses by their conjugates)
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "problem/baseline.hpp"

namespace hingeline::internal {

/// Whether the loss has a ramp_form() (losses/ramps.hpp).
bool suits_interior_point(const Problem& problem);

/// The problem must be valid, `x` be its matrix and `constant` its baseline(). Throws InvalidParameter where the loss
/// does not suit, and where the Hessian would need more than 8 GiB.
template <RowMatrix Rows>
Solution interior_point(const Rows& x, const Problem& problem, const Baseline& constant, const SolverOptions& options);

}  // namespace hingeline::internal
