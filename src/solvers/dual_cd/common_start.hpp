// SPDX-License-Identifier: BSD-3-Clause
//
// What the classes of one-vs-rest begin with, logistic loss: nearly every row is another class's in nearly every
// problem, and its variable there is much the same. Two passes of one class find it; from there each class takes what
// suits it best (dual_cd/start_plane.hpp), for products of its own rows alone.
//
// Cost     some three passes of one class, and four over each class's own rows
// Saved    at 1e-3 a third to a half of the passes of sector (105 classes), a quarter of those of 20 Newsgroups (20)
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "solvers/dual_cd/geometry_memo.hpp"

namespace hingeline::internal {

struct CommonStart {
  std::vector<double> dual;  // s0_i <= 0; of the class it is from, the mean share
  std::vector<double> coef;  // sum_i s0_i x_i
  double norm2 = 0;          // |coef|^2
  double sum = 0;            // sum_i |s0_i|
  double log_odds = 0;       // sum_i |s0_i| log(|s0_i| / (c_i - |s0_i|))
  double mean_share = 0;     // sum_i |s0_i| / sum_i c_i
  double largest_share = 0;  // max_i |s0_i| / c_i
};

/// Whether it saves passes.
bool suits_common_start(const Problem& problem, std::size_t classes);

/// From one class's problem, which suits, and another's; empty where numbers overflow. Its passes are in no answer's
/// count.
std::optional<CommonStart> common_start(const Problem& problem, const Problem& other, const SolverOptions& options,
                                        GeometryMemo& geometry);

}  // namespace hingeline::internal
