// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/timer.hpp"

namespace hingeline::internal {

/// What is left of a limit on seconds after `spent`: > 0, as SolverOptions::max_seconds must be.
inline double seconds_left(double limit, double spent) {
  return std::max(limit - spent, std::numeric_limits<double>::min());
}

/// The time that all parts of a computation have together.
class Deadline {
 public:
  explicit Deadline(double seconds) : seconds_(seconds) {}

  double seconds_left() const { return internal::seconds_left(seconds_, timer_.seconds()); }

  /// The share of the time left for one of `parts` parts still to be done, of which `at_once` run at a time.
  double share(std::int64_t parts, std::int64_t at_once) const {
    const std::int64_t rounds = (parts + at_once - 1) / at_once;
    return seconds_left() / static_cast<double>(rounds);
  }

 private:
  double seconds_;
  Timer timer_;
};

}  // namespace hingeline::internal
