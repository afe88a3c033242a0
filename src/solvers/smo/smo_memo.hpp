// SPDX-License-Identifier: BSD-3-Clause
//
// What a solve leaves to the next one with the same rows, weights, machine and kernel. If C is r times as large the
// next solve begins at r s (alpha seeding, DeCoste and Wagstaff, KDD 2000): rows at their bound stay there, and K s is
// r times the known products. Where few rows are at a bound a smaller multiple is better, and as easily found: beyond
// some C the answer no longer changes.
#pragma once

#include <vector>

#include "hingeline/kernel_solve.hpp"
#include "problem/product_error.hpp"

namespace hingeline::internal {

struct SmoMemo {
  double C = 0;                       ///< for machines that have one; 0: not known
  std::vector<double> s = {};         ///< by row; empty before anything is known
  std::vector<double> products = {};  ///< K s, one for each row that the solve did not leave out; or empty
  ProductError error = {};            ///< of these

  /// Multiplies s, products and error by the ratio of the problem's C to this one, or by less where that has the better
  /// objective. A C that is not known is taken to be the largest |s_i| / weight_i, if several rows share it.
  void scale_to(const KernelProblem& problem);
  double bytes() const;
};

}  // namespace hingeline::internal
