// SPDX-License-Identifier: BSD-3-Clause
//
// The proof of an answer for several levels tied together (level_problem.hpp): the proofs of all levels, tilted by the
// multipliers, and what multipliers cost where outputs do not touch,
//
//     P - D = sum_k [ gap of level k's Lagrangian ] + sum over contacts of mu (z_{k+1}(x) - z_k(x))
//
// Outputs are kept farther apart than rounding could make them cross; what that distance costs rows at kinks counts as
// rounding (Tilt::shift). Any s and any mu >= 0 are allowed: either they prove something, or are seen to prove nothing.
#pragma once

#include <span>
#include <vector>

#include "hingeline/levels.hpp"
#include "hingeline/result.hpp"
#include "problem/certificate.hpp"
#include "problem/level_problem.hpp"

namespace hingeline::internal {

/// The best constants of all levels, which never cross.
struct LevelBaseline {
  double primal = 0;
  std::vector<Baseline> levels;
  ViolationScale crossings = {};
};

LevelBaseline baseline(const LevelProblem& problem);

struct LevelPoint {
  std::span<double> coef;             ///< K x d, or d with one slope; clipped to the bounds
  std::span<const double> intercept;  ///< K
  std::span<double> dual_coef;        ///< K x n; in: any numbers; out: the dual-feasible point proven
  std::span<double> multipliers;      ///< of the rows' constraints, level by level (once, with one slope); likewise
  std::span<LevelContact> contacts;   ///< mu >= 0; may be scaled down
  std::span<double> predictions;      ///< K x n; x_i'w_k, without b; out: of the clipped coef
};

Certificate certify(const LevelProblem& problem, const LevelBaseline& baseline, const LevelPoint& point);

}  // namespace hingeline::internal
