// SPDX-License-Identifier: BSD-3-Clause
//
// Where outputs of neighbouring levels cross, or are so close that rounding could make them cross. The slack
// z_{k+1} - z_k of the rows is known from their predictions; over a box it is smallest at the corner that each
// coordinate of w_{k+1} - w_k chooses by its sign.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "problem/level_problem.hpp"

namespace hingeline::internal {

/// w_k and b_k of all levels, and what they predict: K x d, K, K x n without b.
struct LevelOutputs {
  std::span<const double> coef;
  std::span<const double> intercept;
  std::span<const double> predictions;
};

struct Crossing {
  std::size_t level;  ///< k of z_k > z_{k+1}
  std::int64_t row;   ///< -1: a corner of the box
  double depth;       ///< z_k - z_{k+1} there
};

/// All rows where a pair of levels crosses; for a box the worst corner of each pair that crosses.
std::vector<Crossing> crossings(const LevelProblem& problem, const LevelOutputs& outputs);

/// The distances, K - 1 numbers, by which pairs of levels must be moved apart so that they cross nowhere, whatever
/// rounding does.
std::vector<double> missing_distance(const LevelProblem& problem, const LevelOutputs& outputs);

/// The part of these distances that is for rounding, summed over the pairs that have been moved apart.
double order_rounding(const LevelProblem& problem, const LevelOutputs& outputs);

/// The largest depth, relative to |z_k| + |z_{k+1}| + `reach` (violation_scale.hpp).
double largest_crossing(const LevelProblem& problem, const LevelOutputs& outputs, double reach);

/// The point of a crossing.
std::vector<double> crossing_point(const LevelProblem& problem, std::span<const double> coef, const Crossing& crossing);

}  // namespace hingeline::internal
