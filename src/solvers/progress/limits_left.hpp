// SPDX-License-Identifier: BSD-3-Clause
//
// One solve after another on the same problem: limits, progress and costs are those of both together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/deadline.hpp"
#include "hingeline/options.hpp"
#include "hingeline/result.hpp"
#include "problem/certificate.hpp"

namespace hingeline::internal {

/// The options with what `spent`, a solve that was given `most_passes`, has left of their limits; progress goes on from
/// where it stopped.
inline SolverOptions options_left(const Solution& spent, std::int64_t most_passes, const SolverOptions& options) {
  SolverOptions left = options;
  left.max_passes = options.max_passes - std::min(static_cast<std::int64_t>(spent.work), most_passes);
  left.max_seconds = seconds_left(options.max_seconds, spent.seconds);
  if (options.callback) {
    left.callback = [callback = options.callback, passes = spent.passes, work = spent.work,
                     seconds = spent.seconds](Progress now) {
      now.passes += passes;
      now.work += work;
      now.seconds += seconds;
      return callback(now);
    };
  }
  return left;
}

/// Adds the cost of a solve before this one.
inline void add_cost(const Solution& spent, Solution& solution) {
  solution.passes += spent.passes;
  solution.work += spent.work;
  solution.iterations += spent.iterations;
  solution.seconds += spent.seconds;
}

/// Whether `other`, which went on from `stuck`, has the better answer.
inline bool improves_on(const Solution& stuck, const Solution& other, double tolerance) {
  return other.status == Status::converged || is_nearer(other.certificate, stuck.certificate, tolerance);
}

/// The better of two solutions: of a solve that got stuck, and of the one that went on after it. It has the cost of
/// both, and the status of the latter.
inline Solution better_of(Solution stuck, Solution other, double tolerance) {
  if (improves_on(stuck, other, tolerance)) {
    add_cost(stuck, other);
    return other;
  }
  add_cost(other, stuck);
  stuck.status = other.status;
  stuck.reason = std::move(other.reason);
  return stuck;
}

}  // namespace hingeline::internal
