// SPDX-License-Identifier: BSD-3-Clause
//
// Proximal Newton on columns: an L1 penalty, elastic net, bounds or constraints on A w.
//
// Primal   min_{w,b}  R(w) + L(Xw + b),   L(z) = sum_i c_i phi(y_i, z_i),   R as in penalties/regularizer.hpp; b is one
//          more column of constants, outside R where it is free
// Model    v = argmin Q, Q the second-order model of L plus R, over the columns whose w_j is not 0 or would move
//          (proximal_newton/column_model.hpp). At first Q is minimised by a few passes of coordinate descent, the more
//          accurately the smaller the last model's forecast error |1 - (P(v) - P(w)) / (Q(v) - Q(w))|. Once that is
//          small Q is minimised fully where products of columns are affordable (column_gram.hpp); else by a Newton step
//          on the support (support_descent.hpp), then over the columns with entries in most rows
// Step     w + t (v - w), the first t of 1, 1/2, 1/4, ... with P(t) - P(0) <= sigma t [ L'(z)'p + R(v) - R(w) ],
//          p = X (v - w)
// Start    with very many rows for their columns, near the minimum over an eighth of the rows, at an eighth of the cost
// Corners  losses with corners or straight pieces of slope, and constraints, are replaced by envelopes around a centre
//          (proximal_newton/centred_losses.hpp), which moves once they are minimised accurately enough for that
// Dual     s = -L'(z), or the prediction of a minimised model at v, s = -(L'(z) + H p), for which |x_j's| <= l1_j as
//          closely as Q was minimised; clipped to the domain of L*, moved to x_j's = 0 for columns without a penalty
//          (proximal_newton/free_columns.hpp) and scaled down to the domain of R*. The best s so far is kept
// Stop     on the certificate (problem/certificate.hpp), computed once the estimate of P - D at that s is small enough
// Cost     of a step: minimising the model; a pass over all columns after a full minimum, else every third step; a pass
//          over n numbers for each t tried
// Papers   Yuan, Ho & Lin, JMLR 2012 (newGLMNET: logistic; looser models at first); Friedman, Hastie & Tibshirani, J.
//          Stat. Software 2010 (GLMNET: covariance updates, passes over what is not 0); Yuan, Chang, Hsieh & Lin, JMLR
//          2010 (comparison; shrinking); Eisenstat & Walker, SIAM J. Sci. Comput. 1996 (accuracy by forecast);
//          Rockafellar, Math. Oper. Res. 1976 (multipliers, relative error)
#pragma once

#include "data/lazy_columns.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// The problem must be valid, with fewer than 2^31 rows; `columns` are those of problem.x. Throws InvalidParameter if
/// there is neither a penalty nor a bound on both sides of every coefficient.
Solution proximal_newton(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                         LazyColumns& columns);

}  // namespace hingeline::internal
