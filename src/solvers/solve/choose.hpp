// SPDX-License-Identifier: BSD-3-Clause
//
// The rule that picks a solver, in one place; its reason is part of the answer.
#pragma once

#include <optional>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "problem/class_problem.hpp"
#include "solvers/solve/choice.hpp"

namespace hingeline::internal {

/// Whether rows are dense, or at least one entry in twenty is other than 0: X'X is cheap for what it tells.
bool has_full_rows(const Problem& problem);

Choice choose_solver(const Problem& problem, const SolverOptions& options);

// A start near the answer, as along a path (reduced_newton/movement_memo.hpp):

/// Whether it is worth observing how far predictions move.
bool learns_movement(const Problem& problem);
/// Whether this share of rows that may leave their piece of the loss is small enough.
bool are_few(double share);
/// The choice for a start near the answer, in place of `afar`, which was made without one; nothing where `afar` stands.
std::optional<Choice> choose_nearby(const Choice& afar, const SolverOptions& options);

/// For the machine of Crammer and Singer: dual_cd or alm_newton.
Choice choose_crammer_singer(const ClassProblem& problem, const SolverOptions& options);

}  // namespace hingeline::internal
