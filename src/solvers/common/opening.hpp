// SPDX-License-Identifier: BSD-3-Clause
//
// Some passes of one solver before another goes on: limits and progress are those of both together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "hingeline/options.hpp"
#include "hingeline/result.hpp"

namespace hingeline::internal {

/// The options of an opening.
inline SolverOptions for_opening(std::int64_t passes, const SolverOptions& options) {
  SolverOptions few = options;
  few.max_passes = std::min(options.max_passes, passes);
  return few;
}

/// Whether the opening, of the options `few`, was enough or all that is allowed.
inline bool ends_with_opening(const Solution& opening, const SolverOptions& few, const SolverOptions& options) {
  return opening.status != Status::max_passes || few.max_passes == options.max_passes;
}

/// What is left of the options' limits; progress goes on from where the opening stopped.
inline SolverOptions after_opening(const Solution& opening, const SolverOptions& few, const SolverOptions& options) {
  SolverOptions left = options;
  left.max_passes = options.max_passes - few.max_passes;
  left.max_seconds = std::max(std::numeric_limits<double>::min(), options.max_seconds - opening.seconds);
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
