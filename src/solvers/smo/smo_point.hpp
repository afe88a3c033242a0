// SPDX-License-Identifier: BSD-3-Clause
//
// The point that the loops of sequential minimal optimization move.
#pragma once

#include <cstdint>
#include <vector>

#include "core/infinity.hpp"
#include "hingeline/kernel_solve.hpp"
#include "problem/kernel_certificate.hpp"
#include "problem/product_error.hpp"

namespace hingeline::internal {

/// Where variables are.
struct SmoPlace {
  std::vector<double> a;         ///< by variable
  std::vector<double> products;  ///< K s, by row
  ProductError error;
};

struct SmoPoint : SmoPlace {
  SmoPlace best;  ///< of the places proven
  KernelProof best_proof;
  double pairs_left = infinity;  ///< ns that pairs of a loop may still take, finite once an interior point has gone on
  KernelCounters counters;
  std::int64_t passes = 0;
};

}  // namespace hingeline::internal
