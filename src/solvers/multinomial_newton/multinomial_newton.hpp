// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method on multinomial logistic regression, all classes at once.
//
// Primal   min_{W,b}  f = 1/2 sum_k |w_k|^2 + sum_i c_i phi(y_i, z_i),   z_ik = x_i'w_k + b_k (losses/multinomial.hpp)
// Step     H v = -g,   g_k = w_k + sum_i c_i (p_ik - [y_i = k]) x_i,
//          (H v)_k = v_k + sum_i c_i p_ik (a_ik - p_i'a_i) x_i   with p_i = softmax(z_i), a_ik = x_i'v_k; b is one more
//          variable of each class, without a ridge where b is free
// Solve    by preconditioned conjugate gradients to a residual that shrinks with the gradient. The preconditioner is
//          H's diagonal; once a step has taken more products than the Cholesky factors of the K diagonal blocks of H
//          cost, as with columns of different scales, these blocks are used from the next step on
// Length   the approximate minimiser t of f along v: outputs are linear in t, so that f'(t) costs n K numbers
// Dual     s_i = c_i (e_y - p_i), for which P - D = 1/2 sum_k |g_k|^2
// Stop     on the certificate (problem/class_certificate.hpp), computed once the gradient says that it holds
// Cost     of a product 2 K passes over the matrix, of a block (d + 1)^2 per row
// Memory   8 K (d + 1) numbers and 5 n K; K (d + 1)^2 where blocks are factored
// Papers   Lin, Weng & Keerthi, JMLR 2008 (truncated Newton for logistic regression); Krishnapuram et al., IEEE TPAMI
//          2005 (the Hessian); Hsia, Chiang & Lin, ACML 2018 (preconditioning)
#pragma once

#include "hingeline/options.hpp"
#include "problem/class_problem.hpp"
#include "problem/class_solution.hpp"

namespace hingeline::internal {

/// problem.rows and the options must be valid.
ClassSolution multinomial_newton(const ClassProblem& problem, const SolverOptions& options, const ClassStart& start);

}  // namespace hingeline::internal
