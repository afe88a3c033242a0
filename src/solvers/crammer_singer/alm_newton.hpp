// SPDX-License-Identifier: BSD-3-Clause
//
// The multi-class machine of Crammer and Singer by the augmented Lagrangian method
// (solvers/augmented_lagrangian/augmented_lagrangian.hpp): for few columns of any scale, and any C.
//
// Primal   as in dual_cd.hpp, subject to z_i = W'x_i. Unknowns are the d K numbers of W, rows are the n K numbers z_ik
// Step     s+_i = c_i e_y - p+_i, p+_i the projection that coordinate descent uses, with q = t, from the centre p_i at
//          the outputs z_i
// Hessian  with A_i the classes k of p+_ik > 0
//
//              H = I + 1/t sum_i x_i x_i' (x) P_i,    P_i = diag(1_A) - 1_A 1_A' / |A|,  A = A_i
//
//          Rows with |A_i| = 1, soon most rows, have P_i = 0 and are not touched. H is factored as it is
//          (column_system.hpp) or, where that is smaller, by Woodbury's formula over the rows with |A_i| > 1
//          (row_system.hpp)
// Proof    of the pair (W, s+), problem/crammer_singer_certificate.hpp
// Cost     of a Newton step: n K for each look along its line, the assembly of H, min(d K, sum_i (|A_i| - 1))^3 / 3
// Memory   6 n K numbers, and up to 2 (d K)^2
// Papers   those of augmented_lagrangian.hpp; the Jacobian of a projection onto a polyhedron: Han and Sun,
//          Journal of Optimization Theory and Applications 1997
#pragma once

#include "hingeline/options.hpp"
#include "problem/class_problem.hpp"
#include "problem/class_solution.hpp"

namespace hingeline::internal {

/// As crammer_singer_dual_cd(). Throws InvalidParameter for more than 23,000 features times classes.
ClassSolution crammer_singer_alm_newton(const ClassProblem& problem, const SolverOptions& options,
                                        const ClassStart& start);

}  // namespace hingeline::internal
