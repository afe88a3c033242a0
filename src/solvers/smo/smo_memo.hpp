// SPDX-License-Identifier: BSD-3-Clause
//
// What a solve leaves to the next one of the same rows, weights, machine and kernel. With r times the C, r s is where
// to begin (alpha seeding, DeCoste and Wagstaff, KDD 2000): rows at their bound stay there, and K s, known, is r times
// what it was. Where few rows are at a bound a smaller multiple is better, and known too: beyond some C the answer is
// one.
#pragma once

#include <vector>

#include "hingeline/kernel_solve.hpp"
#include "problem/product_error.hpp"

namespace hingeline::internal {

struct SmoMemo {
  double C = 0;                       ///< of the machines that have one; 0: not known
  std::vector<double> s = {};         ///< by row; empty before anything is known
  std::vector<double> products = {};  ///< K s, by row that the solve did not leave out, or empty
  ProductError error = {};            ///< of these

  /// s, and what goes with it, as many times as C, or less where the objective says so. Where C is not known, it is
  /// what several rows end at, over their weights.
  void scale_to(const KernelProblem& problem);
  double bytes() const;
};

}  // namespace hingeline::internal
