// SPDX-License-Identifier: BSD-3-Clause
//
// The multi-class machine of Crammer and Singer by dual coordinate descent, a row's block of K variables at a time.
//
// Primal   min_W  1/2 sum_k |w_k|^2 + sum_i c_i (max_k m_ik - m_iy),   m_ik = x_i'w_k + [k != y_i]
// Dual     max_p  sum_i (c_i - p_iy) - 1/2 sum_k |w_k|^2,   w_k = sum_i s_ik x_i,   s_i = c_i e_y - p_i,   p_i in the
//          simplex of sum c_i
// Update   the exact maximum over the block p_i: a projection onto the simplex (losses/crammer_singer.hpp)
// Pass     over the active rows in random order
// Shrink   a class of a row is set aside when p_ik = 0 and it would stay so even if every output moved kappa times as
//          far as any did in the last pass; a row is set aside when it has one class left. For rows with few classes
//          left only the outputs of these are computed
// Stop     on the certificate (problem/crammer_singer_certificate.hpp), computed once the sum of the rows' gaps says
//          that it holds (solvers/progress/gap_watch.hpp). If it does not, classes that would move become active again
// Cost     of a visit: the row's nonzeros times the classes visited, and times those whose p_ik moved
// Memory   3.5 n K numbers and d K
// Papers   Crammer & Singer, JMLR 2001; Keerthi, Sundararajan, Chang, Hsieh & Lin, KDD 2008
#pragma once

#include "hingeline/options.hpp"
#include "problem/class_problem.hpp"
#include "problem/class_solution.hpp"

namespace hingeline::internal {

/// problem.rows and the options must be valid, the intercept not free. There must be at least two classes.
ClassSolution crammer_singer_dual_cd(const ClassProblem& problem, const SolverOptions& options,
                                     const ClassStart& start);

}  // namespace hingeline::internal
