// SPDX-License-Identifier: BSD-3-Clause
//
// Primal coordinate descent on columns, for the squared hinge and the logistic loss.
//
// Primal   min_{w,b}  f = 1/2 |w|^2 + sum_i c_i phi(y_i, z_i),   z_i = x_i'w + b, kept up to date; b is one more
//          column of constants, without a ridge where it is free
// Along j  D(z) = f(w + z e_j),   D'(0) = w_j + sum_i c_i phi'(z_i) x_ij,   D''(0) = 1 + sum_i c_i phi''(z_i) x_ij^2,
//          phi'' generalised; D''(z) <= H_j = 1 + max phi'' sum_i c_i x_ij^2 everywhere
// Inner    line_search   z = lambda d, d = -D'(0) / D''(0), the first lambda of 1, beta, beta^2, ... with
//                        D(z) - D(0) <= -sigma z^2. That holds wherever lambda <= D''(0) / (H_j / 2 + sigma), which is
//                        tested first and saves the evaluation
//          exact         Newton's method to D'(z) = 0
//          upper_bound   CMLS: z = -D'(0) / U clipped to |z| <= Delta_j, U >= D'' on that interval;
//                        Delta_j <- max(2 |z|, Delta_j / 2)
// Order    cyclic; permuted anew in every pass; random: independent draws, as many a pass as there are columns
// Stop     on the certificate (problem/certificate.hpp) of w and s_i = -c_i phi'(z_i), for which P - D = 1/2 |g|^2. The
//          D'(0) of a pass estimate it, and say when a certificate is worth its cost
// Cost     a pass reads every column twice, and once more for each evaluation
// Papers   Chang, Hsieh & Lin, JMLR 2008 (algorithms 1 to 3; theorem 1); Zhang & Oles, Information Retrieval 2001
//          (CMLS); Huang, Hsieh, Chang & Lin, JMLR 2010 (logistic)
#pragma once

#include <cstdint>

#include "data/lazy_columns.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// The work of a whole solve.
struct PrimalCdCounts {
  std::int64_t steps = 0;        // coordinates that moved
  std::int64_t evaluations = 0;  // line_search: of D; exact: of D' and D'' after the first; upper_bound: of U
};

/// The problem must be valid, with a plain ridge and fewer than 2^31 rows; `columns` are those of its matrix. Throws
/// InvalidParameter for another loss.
Solution primal_cd(const Problem& problem, const SolverOptions& options, const WarmStart& start, LazyColumns& columns,
                   PrimalCdCounts* counts = nullptr);

}  // namespace hingeline::internal
