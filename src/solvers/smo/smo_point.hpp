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

/// The values of the variables, and their products.
struct SmoPlace {
  std::vector<double> a;         ///< by variable
  std::vector<double> products;  ///< K s, by row
  ProductError error;
};

struct SmoPoint : SmoPlace {
  SmoPlace best;  ///< the best place certified
  KernelProof best_proof;
  double pairs_left = infinity;  ///< ns that pairs of a loop may still take; finite after an interior point solution
  KernelCounters counters;
  std::int64_t passes = 0;
};

}  // namespace hingeline::internal
