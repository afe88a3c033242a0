// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// What validate(problem) does, of rows that are known to be valid.
void validate_all_but_rows(const Problem& problem);

/// validate(problem), its rows read by `threads` threads.
void validate(const Problem& problem, int threads);

/// Refuses targets that are NaN or infinite, by their row.
void validate_finite_targets(std::span<const double> y);

}  // namespace hingeline::internal
