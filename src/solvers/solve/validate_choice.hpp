// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter where the solver takes no such penalty, constraints, loss, or rows that stay in their file.
/// `asked` is what the caller named, or automatic.
void validate_choice(Solver solver, Solver asked, const Problem& problem);

/// Throws InvalidParameter where there are more rows than the solver numbers.
void validate_row_count(Solver solver, const Problem& problem);

}  // namespace hingeline::internal
