// SPDX-License-Identifier: BSD-3-Clause
//
// Steps of pairs within one working set, whose kernel matrix is given: second-order selection in SIMD vectors of float,
// compiled for every instruction set. A step makes two passes over the members:
//
//     1. f += delta (K_up - K_low) of the last step; find the least f where s may grow, the largest where it may shrink
//     2. find the partner of the largest (f_t - f_up)^2 / (K_ii + K_tt - 2 K_it)
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/stop.hpp"

namespace hingeline::internal {

/// The members of a working set, padded to a multiple of 64 by members that may not move.
struct PairSearch {
  std::size_t size;     // padded
  const float* kernel;  // size x stride
  std::size_t stride;
  const float* diagonal;  // of the kernel
  float* f;               // minus a constant per group
  float* up_bar[2];       // by group: 0 where s may grow, else infinite
  float* low_bar[2];      // 0 where s may shrink, else minus infinite
  int groups;
  const double* y;
  const double* upper;
  double* a;
  float tolerance;  // the violation to be reached
  std::int64_t most_steps;
  Stop stop;
};

/// Moves pairs until no group violates by more than the tolerance, after most_steps, or when told to stop. Returns the
/// number of steps.
std::int64_t search_pairs(const PairSearch& set);

}  // namespace hingeline::internal
