// SPDX-License-Identifier: BSD-3-Clause
//
// The number of passes that Newton's method by products takes grows as the root of C |x|^2 where rows are hardly more
// than columns, that of coordinate descent hardly at all: sparse, 3,000 x 2,000, squared hinge, C = 1, 100 and 1e4, 24,
// 132 and 880 against 11, 15 and 20; with one class's weight 1e6 6,558 and 21. With many rows per column it is the
// other way around, and nothing tells in advance. So where Newton's method is slow, coordinate descent gets a chance,
// as long as it promises to end; if it does not, Newton's method goes on, and after four times as many passes of both
// coordinate descent goes on for as long as it promises to end within four times as many.
#pragma once

#include <cstdint>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "solvers/solve/attempt.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// The number of passes after which newton counts as slow, beside a ridge and many columns.
inline constexpr std::int64_t passes_of_slow_newton = 100;

/// Whether the choice is newton, and coordinate descent may be faster.
bool may_be_slow_newton(const Choice& choice, const Problem& problem, const SolverOptions& options);

/// The better of the answer of newton, stopped after so many passes, and of what goes on, with the cost of all.
Attempt fall_back_to_passes(Attempt slow, const Problem& problem, const SolverOptions& options,
                            const SharedRows& shared);

}  // namespace hingeline::internal
