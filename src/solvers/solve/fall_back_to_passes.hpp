// SPDX-License-Identifier: BSD-3-Clause
//
// Newton's method by products takes passes as the root of C |x|^2 where rows are hardly more than columns, coordinate
// descent hardly more of its own: sparse, 3,000 x 2,000, squared hinge, C = 1, 100 and 1e4, 24, 132 and 880 and 11, 15
// and 20; with one class's weight 1e6 6,558 and 21. With many rows a column it is the other way around, and nothing
// tells before. So where the former is slow, the latter gets its chance, as long as it promises to end; if it does not,
// Newton's method goes on.
#pragma once

#include <cstdint>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/result.hpp"
#include "solvers/common/choice.hpp"
#include "solvers/solve/shared_rows.hpp"

namespace hingeline::internal {

/// After so many passes newton is slow, beside a ridge and many columns.
inline constexpr std::int64_t passes_of_slow_newton = 100;

/// Whether the choice is newton's, and coordinate descent may be better.
bool may_be_slow_newton(const Choice& choice, const Problem& problem, const SolverOptions& options);

/// The better answer of a newton that ended at so many passes, and of what goes on, with what both cost.
Solution fall_back_to_passes(Solution slow, Choice& choice, const Problem& problem, const SolverOptions& options,
                             const SharedRows& shared);

}  // namespace hingeline::internal
