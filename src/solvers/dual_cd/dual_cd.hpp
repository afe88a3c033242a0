// SPDX-License-Identifier: BSD-3-Clause
//
// Dual coordinate descent, one dual variable per row, for every loss.
//
// Primal   min_{w,b}  1/2 |w|^2 + sum_i c_i phi(y_i, x_i'w + b)
// Dual     max_s      -1/2 |sum_i s_i x_i|^2 - sum_i (c_i phi)*(-s_i)       (free intercept: sum_i s_i = 0)
// Optimal  s_i in -c_i d phi(y_i, x_i'w + b),   w = sum_i s_i x_i
// Update   rows in a fresh random order each pass; with p the row's prediction and q = |x_i|^2 the exact maximiser
//          along s_i is the loss's step at v = p - q s_i (losses/loss_concept.hpp); then w += (change of s_i) x_i
// Scale    with a ridge l2/2 |w|^2, s, c and objectives are in units of l2
// Bounds   and L1 penalties move w away from sum_i s_i x_i (dual_cd/coefficient_pull.hpp); then no row is set aside
// Shrink   M is the largest q |change of s| of the last pass. A row is set aside where s_i did not move and would not
//          move at v +- kappa M. Every certificate checks the rows set aside again. kappa doubles where they hid most
//          of the gap and halves where they hid little
// Newton   a step on all free rows at once (dual_cd/free_rows_newton.hpp) where the last two certificates predict many
//          more passes
// Stop     on the certificate (problem/certificate.hpp). The terms c phi(p) + (c phi)*(-s) + s p seen during a pass sum
//          to an estimate of the gap, which says when a certificate is worth its cost
// Cost     a pass reads every active row twice, 4 flops and 8 bytes (float32 CSR) per nonzero; a certificate costs
//          about a pass
// Papers   Hsieh et al., ICML 2008 (hinge, squared hinge); Ho & Lin, JMLR 2012 (one variable per row for regression);
//          Yu et al., Machine Learning 2011 (logistic); the intercept: solvers/dual_cd/intercept_centre.hpp
#pragma once

#include "data/rows.hpp"
#include "hingeline/solve.hpp"
#include "solvers/dual_cd/geometry_memo.hpp"

namespace hingeline::internal {

/// The problem must be valid, with is_plain_ridge() or has_coefficient_pull(), and `x` its matrix; `geometry` keeps
/// numbers of these rows. Fewer than 2^32 rows.
template <RowMatrix Rows>
Solution dual_cd(const Rows& x, const Problem& problem, const SolverOptions& options, const WarmStart& start,
                 GeometryMemo& geometry);

}  // namespace hingeline::internal
