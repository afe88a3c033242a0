// SPDX-License-Identifier: BSD-3-Clause
//
// Solves several problems on the same rows, such as one per class, by passes of coordinate descent that take them side
// by side (dual_cd/joint_dual_cd.hpp).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "hingeline/solve.hpp"
#include "solvers/dual_cd/common_start.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// Whether such problems are solved, or at least opened, by passes side by side.
bool go_side_by_side(const Problem& problem, const SolverOptions& options, const WarmStart& start);

/// A start for all of so many classes, found from two of them; empty where it saves little.
std::optional<CommonStart> find_common_start(const Problem& first, const Problem& second, std::size_t classes,
                                             const SolverOptions& options, const SharedRows& shared);

/// solve_valid() for at most most_joint_outputs problems that go side by side, each with its options and start; all
/// starts are empty where the problems begin at `common`, which may be null.
std::vector<Solution> solve_side_by_side(std::span<const Problem> problems, std::span<const SolverOptions> options,
                                         std::span<const WarmStart> starts, const CommonStart* common,
                                         const SharedRows& shared);

}  // namespace hingeline::internal
