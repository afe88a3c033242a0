// SPDX-License-Identifier: BSD-3-Clause
//
// The rule that picks a solver, in one place; its reason is part of the answer.
#pragma once

#include <optional>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "problem/class_problem.hpp"
#include "solvers/common/choice.hpp"

namespace hingeline::internal {

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
