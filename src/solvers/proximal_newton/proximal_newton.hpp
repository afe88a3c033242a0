// SPDX-License-Identifier: BSD-3-Clause
//
// Proximal Newton on columns: an L1 penalty, elastic net, bounds or constraints on A w.
//
// Primal   min_{w,b}  R(w) + L(Xw + b),   L(z) = sum_i c_i phi(y_i, z_i),   R as in penalties/regularizer.hpp; b is one
//          more column of constants, outside R where it is free
// Model    v = argmin Q, the second-order model of L plus R over the columns that are not 0 or would move
//          (proximal_newton/column_model.hpp). At first a few passes of coordinate descent, as closely as the last
//          model was right: its forecast error |1 - (P(v) - P(w)) / (Q(v) - Q(w))|. Once that is small, to the end
//          where products of columns are few, else a step of Newton's method on the support towards it, and to its
//          minimum over the columns that most rows have
// Step     w + t (v - w), the first t of 1, 1/2, 1/4, ... with P(t) - P(0) <= sigma t [ L'(z)'p + R(v) - R(w) ],
//          p = X (v - w)
// Start    where rows are many for their columns, near the minimum of an eighth of them, which costs an eighth
// Corners  of a loss that is not curved wherever it slopes, and constraints: envelopes around a centre take L's place
//          (proximal_newton/centred_losses.hpp); it moves once their minimisation is as accurate as that asks for
// Dual     s = -L'(z), or what a minimised model foresees at v, s = -(L'(z) + H p), for which |x_j's| <= l1_j as
//          closely as Q was minimised; clipped to L*'s domain and scaled down to what R* allows. The best of all so far
//          is kept
// Stop     on the certificate (problem/certificate.hpp); P - D of that point says when it is worth its cost
// Cost     a step: the model, a pass over all columns at its end, and now and then between descents; as many passes
//          over n numbers as t was halved
// Papers   Yuan, Ho & Lin, JMLR 2012 (newGLMNET: logistic; looser models at first); Friedman, Hastie & Tibshirani, J.
//          Stat. Software 2010 (GLMNET: covariance updates, passes over what is not 0); Yuan, Chang, Hsieh & Lin, JMLR
//          2010 (comparison; shrinking); Eisenstat & Walker, SIAM J. Sci. Comput. 1996 (accuracy by forecast);
//          Rockafellar, Math. Oper. Res. 1976 (multipliers, relative error)
#pragma once

#include "data/lazy_columns.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// The problem must be valid. Throws InvalidParameter where nothing penalizes. Fewer than 2^31 rows. `columns` are
/// those of problem.x.
Solution proximal_newton(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                         LazyColumns& columns);

}  // namespace hingeline::internal
