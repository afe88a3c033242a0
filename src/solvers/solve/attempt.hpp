// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "hingeline/result.hpp"
#include "solvers/progress/limits_left.hpp"
#include "solvers/solve/choice.hpp"

namespace hingeline::internal {

/// A solution, and the choice that it came by: which solver found it, and why that one ran.
struct Attempt {
  Solution solution;
  Choice by;
};

/// The better solution of both (progress/limits_left.hpp), and the choice that it came by.
inline Attempt better_of(Attempt stuck, Attempt other, double tolerance) {
  const bool improves = improves_on(stuck.solution, other.solution, tolerance);
  return {better_of(std::move(stuck.solution), std::move(other.solution), tolerance),
          std::move(improves ? other.by : stuck.by)};
}

}  // namespace hingeline::internal
