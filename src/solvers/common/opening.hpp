// SPDX-License-Identifier: BSD-3-Clause
//
// Some passes of one solver before another goes on: limits and progress are those of both together.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/deadline.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// What is left of the options' limits after an opening that was given `most_passes`; progress goes on from where it
/// stopped.
inline SolverOptions after_opening(const Solution& opening, std::int64_t most_passes, const SolverOptions& options) {
  SolverOptions left = options;
  left.max_passes = options.max_passes - std::min(opening.passes, most_passes);
  left.max_seconds = seconds_left(options.max_seconds, opening.seconds);
  if (options.callback) {
    left.callback = [callback = options.callback, passes = opening.passes, seconds = opening.seconds](Progress now) {
      now.passes += passes;
      now.seconds += seconds;
      return callback(now);
    };
  }
  return left;
}

/// What the opening cost.
inline void add_opening(const Solution& opening, Solution& solution) {
  solution.passes += opening.passes;
  solution.iterations += opening.iterations;
  solution.seconds += opening.seconds;
}

}  // namespace hingeline::internal
