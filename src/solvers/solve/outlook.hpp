// SPDX-License-Identifier: BSD-3-Clause
//
// Foresees, after each pass of coordinate descent, how much it still has to do: the gap is assumed to go on falling as
// in the last half of the passes, with as many active rows as now. It goes by the least gap so far, because estimates
// rise where a proof brings rows back: such a pass would foresee no end, and a solve was given up within reach of its
// own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/options.hpp"

namespace hingeline::internal {

class Outlook {
 public:
  /// `rows`: of a cost above 0.
  Outlook(std::int64_t rows, double tolerance) : rows_(static_cast<double>(rows)), tolerance_(tolerance) {}

  /// The passes over all rows that the solve will have taken at its end.
  double passes_in_all(const Progress& now) {
    passes_ += active_;
    active_ = static_cast<double>(now.active) / rows_;
    const double least = least_gaps_.empty() ? now.relative_gap : std::min(least_gaps_.back(), now.relative_gap);
    const std::size_t half = least_gaps_.size() / 2;
    least_gaps_.push_back(least);
    const double fall = std::log(least_gaps_[half] / least);
    const auto falling = static_cast<double>(least_gaps_.size() - 1 - half);
    return fall > 0 ? passes_ + active_ * falling * std::log(least / tolerance_) / fall : infinity;
  }

 private:
  double rows_;
  double tolerance_;
  double passes_ = 0;               // so far
  double active_ = 1;               // the share of rows in the next pass
  std::vector<double> least_gaps_;  // after each pass
};

}  // namespace hingeline::internal
