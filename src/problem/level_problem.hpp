// SPDX-License-Identifier: BSD-3-Clause
//
// Several levels tau_1 < .. < tau_K of the quantile or expectile loss at once, over w_1 .. w_K and b_1 .. b_K:
//
//     minimise      sum_k [ R(w_k) + sum_i c_i phi_k(y_i, z_ik) ],    z_ik = x_i'w_k + b_k
//     subject to    z_k(x) <= z_{k+1}(x) for all x of a set: the rows of c_i > 0, or a box
//     or to         w_1 = .. = w_K, R counted once
//
// In the dual, multipliers mu of the points x where outputs touch give each level's problem a linear term beside its
// rows (Tilt): u_k = X's_k + the sum over contacts of levels k - 1 and k of mu x, less that over contacts of k and
// k + 1. One slope is a tilt as well: each level has R / K, and u_k = (X's_1 + .. + X's_K) / K.
//
// Layout: coefficients and dual variables level by level, K x d and K x n.
#pragma once

#include <cstddef>
#include <span>

#include "hingeline/levels.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

struct LevelProblem {
  const Problem& rows;             ///< its loss is phi but for tau
  std::span<const double> levels;  ///< ascending
  LevelTie tie;
  Bounds box = {};  ///< of x, for LevelTie::box

  std::size_t count() const { return levels.size(); }
  bool has_order() const { return tie == LevelTie::rows || tie == LevelTie::box; }

  /// The problem of one level by itself; with one slope, it has its share of R.
  Problem level(std::size_t k) const {
    Problem one = rows;
    one.loss.tau = levels[k];
    if (tie == LevelTie::slope) {
      one.penalty.l1 /= static_cast<double>(count());
      one.penalty.l2 /= static_cast<double>(count());
    }
    return one;
  }
};

}  // namespace hingeline::internal
