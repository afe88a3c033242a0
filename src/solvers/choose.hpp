// SPDX-License-Identifier: BSD-3-Clause
//
// The rule that picks a solver, in one place; its reason is part of the answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "problem/class_problem.hpp"

namespace hingeline::internal {

struct Choice {
  Solver solver;
  std::string reason;
  /// So many passes of dual_cd come first: often they are all it takes, else `solver` goes on from there.
  std::int64_t opening_passes = 0;
  /// Only as long as they promise to be all it takes.
  bool opens_on_trust = false;
  /// Of dual_cd, where its passes turn out to be slow (solvers/common/slow_passes.hpp).
  std::optional<Solver> gives_way_to = {};
  /// In place of `solver` where there is a start, which that makes nothing of.
  std::optional<Solver> with_start = {};
};

/// Up to so many features a Hessian costs less than what coordinate descent risks on them.
inline constexpr std::int32_t few_features = 500;

/// Beyond so many columns a Newton step by a factor takes seconds.
inline constexpr std::int32_t steps_too_dear = 3000;

/// Dense rows, or sparse ones of which one entry in twenty is other than 0: X'X is cheap for what it says.
bool has_full_rows(const Problem& problem);

Choice choose_solver(const Problem& problem, const SolverOptions& options);

// A start near the answer, as the next of a path's has one (reduced_newton/movement_memo.hpp):

/// Whether how far predictions move is worth a look.
bool learns_movement(const Problem& problem);
/// Whether a share of rows that may leave their piece of the loss is small.
bool are_few(double share);
/// What takes the place of a choice made without that, where they are few; nothing where that stands.
std::optional<Choice> choose_nearby(const Choice& afar, const SolverOptions& options);

/// For the machine of Crammer and Singer: dual_cd or alm_newton.
Choice choose_crammer_singer(const ClassProblem& problem, const SolverOptions& options);

}  // namespace hingeline::internal
