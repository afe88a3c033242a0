// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on the primal problem, for losses with a continuous derivative.
//
// Primal   min_{w,b}  f = 1/2 |w|^2 + sum_i c_i phi(y_i, z_i),   z_i = x_i'w + b
// Step     H p = -g,   g = w + sum_i c_i phi'(z_i) x_i,   H = I + sum_i c_i phi''(z_i) x_i x_i';   b is one more
//          variable, which the ridge leaves out where b is free. phi'' is the generalised second derivative; rows where
//          it is 0 are left out of H
// Solve    by conjugate gradients on products H v = v + X'(D (X v)) preconditioned by H's diagonal, to a residual that
//          shrinks with the gradient; by Cholesky from the step on at which that costs no more, and while P falls fast
//          of a rough H (solvers/common/newton_system.hpp)
// Path     a start next to the minimum, at another C, goes on by the Hessian that the solve before it kept
//          (HessianMemo), its curvature scaled to that of the new rows: a step then costs no pass but those for g and X
//          p. A step of the exact H follows where the gap does not fall as far as such steps let it fall before
// Length   the minimiser t of f along p, nearly: predictions are linear in t, so that f'(t) costs n numbers and no pass
//          over the matrix. t = 1 in the end: convergence is quadratic, and finite for piecewise quadratic losses
// Dual     two points, whichever is closer. s_i = -c_i phi'(z_i), for which u = sum_i s_i x_i = w - g and P - D =
//          1/2 |g|^2. And what the step foresaw, s_i = -c_i (phi'(z_i) + phi''(z_i) x_i'p): u = w + p up to the
//          residual of H p = -g, and its distance to the new z is of the step's second order however large C |x_i|^2 is
// Stop     on the certificate of (w, s) (problem/certificate.hpp), asked for where these estimates say that it holds
// Cost     a step passes over the matrix for g, for X p, and once for each product or for H (then d^3 / 3); a
//          certificate twice
// Papers   Mangasarian 2002; Keerthi & DeCoste, JMLR 2005 (finite Newton for the squared hinge, exact line search);
//          Lin, Weng & Keerthi, JMLR 2008 (logistic); Ho & Lin, JMLR 2012 (regression); Hsia, Chiang & Lin, ACML 2018
//          (preconditioning)
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "solvers/common/hessian_memo.hpp"

namespace hingeline::internal {

/// The problem must be valid, and `x` its matrix. `memo`, if any, is of solves of the same rows before, one after the
/// other. Throws InvalidParameter where the loss has corners.
template <RowMatrix Rows>
Solution newton(const Rows& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                HessianMemo* memo = nullptr);

}  // namespace hingeline::internal
