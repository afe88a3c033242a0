// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// What validate(problem) does, of rows that are known to be valid.
void validate_all_but_rows(const Problem& problem);

/// The rest of it.
void validate_rows(const Problem& problem, ThreadPool& pool);

/// validate(problem) but for the values of dense rows, which nothing but arithmetic depends on. Who makes predictions
/// of all rows sees for himself: where one is not finite, validate_rows() says why.
void validate_all_but_values(const Problem& problem);

/// validate(problem), its rows read by `threads` threads.
void validate(const Problem& problem, int threads);

/// Whether there are weights, all of them 0.
bool are_all_zero(std::span<const double> weights);

/// Refuses such.
void require_some_weight(std::span<const double> weights);

/// Refuses targets that the loss does not have, by their row, as those of the parameter `name`.
void validate_targets(const char* name, std::span<const double> y, const Loss& loss);

}  // namespace hingeline::internal
