// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "hingeline/problem.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Moments of the targets, weighted by their rows' costs.
struct TargetMoments {
  TargetMoments& operator+=(const TargetMoments& other) {
    cost += other.cost;
    first += other.first;
    second += other.second;
    return *this;
  }
  double mean() const { return first / cost; }
  double variance() const { return std::max(0.0, second / cost - mean() * mean()); }

  double cost = 0;
  double first = 0;   ///< sum_i c_i y_i
  double second = 0;  ///< sum_i c_i y_i^2
};

TargetMoments target_moments(const Problem& problem, ThreadPool& pool);

}  // namespace hingeline::internal
