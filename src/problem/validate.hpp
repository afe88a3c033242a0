// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// The part of validate(problem) that does not look at rows, for rows that are known to be valid.
void validate_all_but_rows(const Problem& problem);

/// The part that looks at the rows.
void validate_rows(const Problem& problem, ThreadPool& pool);

/// validate(problem) but for the values of dense rows, on which nothing but arithmetic depends. A caller that predicts
/// all rows sees whether predictions are finite; where one is not, validate_rows() says why.
void validate_all_but_values(const Problem& problem);

/// validate(problem), its rows read by `threads` threads.
void validate(const Problem& problem, int threads);

/// Whether there are weights, all of them 0.
bool are_all_zero(std::span<const double> weights);

/// Throws where all weights are 0.
void require_some_weight(std::span<const double> weights);

/// Throws for targets that the loss does not allow, naming the row and the parameter `name`.
void validate_targets(const char* name, std::span<const double> y, const Loss& loss);

}  // namespace hingeline::internal
