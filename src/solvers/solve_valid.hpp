// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "hingeline/solve.hpp"
#include "solvers/common/shared_rows.hpp"
#include "solvers/dual_cd/common_start.hpp"

namespace hingeline::internal {

/// solve() for callers that have validated problem and options: the sub-problems of a multi-class model share one
/// matrix, and what is made of it once for all of them where they bring that.
Solution solve_valid(const Problem& problem, const SolverOptions& options, const WarmStart& start,
                     const SharedRows* shared = nullptr);

/// Whether solve_valid() itself throws what validate(problem) would say of values, all else being valid: a solver that
/// passes over rows two or three times sees them for the first time in its first pass.
bool sees_bad_values(const Problem& problem, const SolverOptions& options);

/// validate(problem) by `threads` threads, but for what solve_valid() itself throws.
void validate_before_solve(const Problem& problem, const SolverOptions& options, int threads);

/// Whether passes of coordinate descent, all or the first, take such problems, which share their rows, side by side
/// (dual_cd/joint_dual_cd.hpp).
bool go_side_by_side(const Problem& problem, const SolverOptions& options, const WarmStart& start);

/// Where as many classes that do begin, found from two of them; empty where that saves little.
std::optional<CommonStart> find_common_start(const Problem& first, const Problem& second, std::size_t classes,
                                             const SolverOptions& options);

/// solve_valid() of at most most_joint_outputs problems that do, each with its options and start, all of them empty
/// where they have a start in `common`, which may be null.
std::vector<Solution> solve_side_by_side(std::span<const Problem> problems, std::span<const SolverOptions> options,
                                         std::span<const WarmStart> starts, const CommonStart* common,
                                         const SharedRows& shared);

}  // namespace hingeline::internal
