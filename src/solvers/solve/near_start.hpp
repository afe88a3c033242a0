// SPDX-License-Identifier: BSD-3-Clause
//
// What consecutive solves of the same rows tell about the next one's start, where they keep a memo of it
// (reduced_newton/movement_memo.hpp).
#pragma once

#include <optional>

#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "solvers/reduced_newton/reduced_newton.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// Whether the movement of predictions in this solve is recorded for the next one.
bool observes_movement(const Problem& problem, const WarmStart& start, const SharedRows& shared);

/// The start as reduced_newton takes it; nothing where more than a few rows may leave their piece of the loss.
std::optional<NearStart> near_start(const Problem& problem, const WarmStart& start, const SharedRows& shared,
                                    bool or_nothing = false);

}  // namespace hingeline::internal
