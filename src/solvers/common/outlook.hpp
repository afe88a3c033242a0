// SPDX-License-Identifier: BSD-3-Clause
//
// How much coordinate descent still has to do, foreseen after each of its passes: the gap falls as it did in the last
// pass, and the rows that were left active stay so.
#pragma once

#include <cmath>
#include <cstdint>

#include "hingeline/options.hpp"
#include "losses/loss_concept.hpp"

namespace hingeline::internal {

class Outlook {
 public:
  Outlook(std::int64_t rows, double tolerance) : rows_(static_cast<double>(rows)), tolerance_(tolerance) {}

  /// What the solve will have taken in the end, in passes over all rows.
  double passes_in_all(const Progress& now) {
    passes_ += active_;
    active_ = static_cast<double>(now.active) / rows_;
    const double fall = std::log(last_gap_ / now.relative_gap);
    last_gap_ = now.relative_gap;
    return fall > 0 ? passes_ + active_ * std::log(now.relative_gap / tolerance_) / fall : infinity;
  }

 private:
  double rows_;
  double tolerance_;
  double passes_ = 0;  // so far
  double active_ = 1;  // the share of rows in the next pass
  double last_gap_ = infinity;
};

}  // namespace hingeline::internal
