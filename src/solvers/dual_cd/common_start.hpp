// SPDX-License-Identifier: BSD-3-Clause
//
// A start shared by the classes of one-vs-rest with the logistic loss: in nearly all of these problems a row belongs to
// the rest, and its s_i is much the same there. Two passes on one class's problem find these s; each class then begins
// at the best point of a plane through them (dual_cd/start_plane.hpp), which takes products with its own rows only.
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
  std::vector<double> dual;  // s0_i <= 0; rows of the class it comes from have the mean share of their cost
  std::vector<double> coef;  // sum_i s0_i x_i
  double norm2 = 0;          // |coef|^2
  double sum = 0;            // sum_i |s0_i|
  double log_odds = 0;       // sum_i |s0_i| log(|s0_i| / (c_i - |s0_i|))
  double mean_share = 0;     // sum_i |s0_i| / sum_i c_i
  double largest_share = 0;  // max_i |s0_i| / c_i
};

/// Whether a common start saves passes.
bool suits_common_start(const Problem& problem, std::size_t classes);

/// A common start from the problem of one class, which must suit, and that of another; empty where numbers overflow. No
/// answer counts its passes.
std::optional<CommonStart> common_start(const Problem& problem, const Problem& other, const SolverOptions& options,
                                        GeometryMemo& geometry);

}  // namespace hingeline::internal
