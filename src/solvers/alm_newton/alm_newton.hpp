// SPDX-License-Identifier: BSD-3-Clause
//
// Augmented Lagrangian with a semismooth Newton method inside, for every loss through its step.
//
// Primal   min_{w,b}  1/2 |w|^2 + sum_i c_i phi(y_i, z_i)    subject to    z = X w + b
// Outer    multipliers s of the constraint, penalty 1/t. Minimised over z, with v_i = p_i - t s_i, p = X w + b,
//
//              psi(w, b) = 1/2 |w|^2 + sum_i env_i(v_i),    env_i(v) = min_z c_i phi(y_i, z) + (z - v)^2 / (2 t)
//
//          env_i' = -s+_i where s+_i = step(v_i, q = t): the same function of the loss that coordinate descent takes
//          its steps with, q being |x_i|^2 there. After the inner minimisation s <- s+, and t falls
// Inner    gradient (w - X's+, -sum_i s+_i), generalised Hessian diag(1, 0) + sum_i h_i x~_i x~_i', x~ = (x, 1),
//          h_i = step_slope(v_i, t): rows on a flat piece of the loss have h_i = 0 and are not touched. Newton's
//          direction by a Cholesky factor scaled to a unit diagonal, so that the scale of columns does not matter; a
//          line search on psi' along it, which reads n stored predictions and no features
// Ends     an inner minimisation ends where |gradient|^2 <= sigma t |s+ - s|^2, the relative error that an inexact
//          proximal point method on the dual may make (the outer iteration is one, with proximal term
//          t/2 |s+ - s|^2); without a ridge, where gradient' Hessian^(-1) gradient does
// Digits   s+ = s - (p - z) / t has the rounding of p over t. Where that, and nothing else, keeps an inner minimisation
//          from its end, the pair (w + d, s+ - h X~d) that one more Newton direction d foresees takes over: its s needs
//          no difference of predictions
// Many     columns beside a ridge: the direction by conjugate gradients, to a residual that shrinks with the gradient
//          (common/newton_system.hpp); the first centre is then that of least squares, which asks for few products
// No ridge where that leads nowhere within 300 steps, it begins again as the proximal method of multipliers
//          (alm_newton/proximal_term.hpp)
// Stop     on the certificate (problem/certificate.hpp) of the pair (w, s+). P(w, b) - D(s+) is known from every
//          gradient but for what balancing s+ will change, and says when a certificate is worth its cost. Where none
//          is accepted, the best pair that was certified is the answer
// Cost     of a Newton step: 4 flops per entry of X, (d + 1)^2 per active row (WeightedGram), (d + 1)^3 / 3
// Memory   2 (d + 1)^2 numbers, unless by products, and 6 n
// Papers   Li, Sun and Toh, SIAM Journal on Optimization 2018 (semismooth Newton augmented Lagrangian); Rockafellar,
//          Mathematics of Operations Research 1976 (it is a proximal point method on the dual); Solodov and Svaiter,
//          Set-Valued Analysis 1999 (relative error of the inner solution)
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {

/// The problem must be valid, `x` its matrix and `constant` its baseline(). Throws InvalidParameter where the Hessian
/// would need more than 8 GiB: more than 23,000 features and not a ridge alone.
template <RowMatrix Rows>
Solution alm_newton(const Rows& x, const Problem& problem, const Baseline& constant, const SolverOptions& options,
                    const WarmStart& start);

}  // namespace hingeline::internal
