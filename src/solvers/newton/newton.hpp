// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on the primal problem, for losses with a continuous derivative.
//
// Primal   min_{w,b}  f = 1/2 |w|^2 + sum_i c_i phi(y_i, z_i),   z_i = x_i'w + b
// Step     H p = -g,   g = w + sum_i c_i phi'(z_i) x_i,   H = I + sum_i c_i phi''(z_i) x_i x_i';   b is one more
//          variable, without a ridge where b is free. phi'' is the generalised second derivative; rows where it is 0
//          are left out of H
// Solve    by conjugate gradients on products H v = v + X'(D (X v)), D = diag(c_i phi''), preconditioned by H's
//          diagonal, to a residual that shrinks with the gradient; by Cholesky once that costs no more, with a rough H
//          from some rows while P falls fast (solvers/linear_systems/newton_system.hpp)
// Path     a start near the minimum, from another C, first uses the Hessian kept from the solve before (HessianMemo),
//          its curvature scaled to that of the new problem: such a step costs only the passes for g and X p. Steps with
//          the exact H follow once kept ones are not expected to bring the gap below its target
// Length   the approximate minimiser t of f along p: predictions are linear in t, so that f'(t) costs n numbers and no
//          pass over the matrix. t = 1 in the end: convergence is quadratic, and finite for piecewise quadratic losses
// Dual     the better of two points: s_i = -c_i phi'(z_i), for which u = sum_i s_i x_i = w - g and P - D = 1/2 |g|^2;
//          and the step's prediction, s_i = -c_i (phi'(z_i) + phi''(z_i) x_i'p) at the old z, for which u = w + p up to
//          the residual of H p = -g; the rows' error at the new z is of second order in the step, however large
//          C |x_i|^2 is
// Stop     on the certificate of (w, s) (problem/certificate.hpp), computed once the estimated gap is small enough
// Cost     a step passes over the matrix for g, for X p, and once for each product or for H (then d^3 / 3); a
//          certificate twice
// Papers   Mangasarian 2002; Keerthi & DeCoste, JMLR 2005 (finite Newton for the squared hinge, exact line search);
//          Lin, Weng & Keerthi, JMLR 2008 (logistic); Ho & Lin, JMLR 2012 (regression); Hsia, Chiang & Lin, ACML 2018
//          (preconditioning)
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "solvers/linear_systems/hessian_memo.hpp"

namespace hingeline::internal {

/// The problem must be valid, with a plain ridge, and `x` its matrix. `memo`, if any, is passed from one solve of the
/// same rows to the next. Throws InvalidParameter where the loss has corners.
template <RowMatrix Rows>
Solution newton(const Rows& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                HessianMemo* memo = nullptr);

}  // namespace hingeline::internal
