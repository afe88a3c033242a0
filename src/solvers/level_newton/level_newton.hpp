// SPDX-License-Identifier: BSD-3-Clause
//
// Several levels of the quantile or expectile loss tied together (problem/level_problem.hpp).
//
// Start    each level by itself; where their outputs do not cross that is the answer, its proof that of the parts. With
//          one slope: the middle level's solution; without a penalty, if one level's function has zero loss at every
//          level (rows inside the tube or on a plane), it serves them all
// Rounds   violated order constraints (ties) join a working set: rows where outputs cross, or the worst corner of the
//          box. Of all these constraints, n (K - 1) or infinitely many, few are active at the optimum
// Band     the rows of a quantile far from the kink are summed up to one linear function for each level; only the
//          others are kept one by one. The sum is a lower bound of their loss, so that bands need only grow: by rows
//          that left their side
// Joint    the augmented Lagrangian of what is kept (level_newton/level_rows.hpp): ties are rows like those of
//          other constraints
// Apart    its answer violates ties slightly, those outside the working set perhaps more: intercepts are moved apart by
//          the violation, so that the point that is certified crosses nowhere
// Stop     on the certificate of all levels and all rows (problem/level_certificate.hpp)
// Cost     of a round: five passes over the rows for each level, and Newton steps over the bands
// Papers   Koenker & Ng, Sankhya 2005 (inequality constrained quantile regression); Bondell, Reich & Wang, Biometrika
//          2010 (non-crossing on a box); Zou & Yuan, Annals of Statistics 2008 (composite quantile regression);
//          Portnoy & Koenker, Statistical Science 1997 (rows summed up by side)
#pragma once

#include <vector>

#include "data/rows.hpp"
#include "hingeline/levels.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"
#include "problem/level_problem.hpp"

namespace hingeline::internal {

/// `solution` has coef K x d and dual_coef K x n, also with one slope; multipliers of the constraints level by level,
/// with one slope only once.
struct LevelSolution {
  Solution solution;
  std::vector<double> intercept;       ///< K
  std::vector<LevelContact> contacts;  ///< those with multiplier > 0
};

/// Coefficients K x d with intercepts, or a dual point K x n; cold if all are empty.
struct LevelStart {
  std::vector<double> coef;
  std::vector<double> intercept;
  std::vector<double> dual_coef;
};

/// problem.rows and the options must be valid, `x` be its matrix, and the tie not `separate`. Throws InvalidParameter
/// where there are too many variables for a Hessian.
template <RowMatrix Rows>
LevelSolution level_newton(const Rows& x, const LevelProblem& problem, const SolverOptions& options,
                           const LevelStart& start);

}  // namespace hingeline::internal
