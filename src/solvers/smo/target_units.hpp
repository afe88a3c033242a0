// SPDX-License-Identifier: BSD-3-Clause
//
// Targets, and with them C, epsilon, s and b, in units of 2^e. Kernel regressions are the same in any units, but
// products in float, and squares of violations, are limited to 1e-38 ... 1e38. Powers of two change no digit.
#pragma once

#include <vector>

#include "hingeline/kernel_solve.hpp"
#include "solvers/smo/smo_memo.hpp"

namespace hingeline::internal {

class TargetUnits {
 public:
  /// e = 0 unless targets are extreme.
  explicit TargetUnits(const KernelProblem& problem);

  bool are_those_of_the_problem() const { return exponent_ == 0; }

  /// The problem in these units; refers to this object.
  KernelProblem problem(KernelProblem problem) const;
  KernelOptions options(KernelOptions options) const;
  /// s and C in these units, no products.
  SmoMemo memo(const SmoMemo& memo) const;
  /// In the problem's own units.
  KernelSolution solution(KernelSolution solution) const;

 private:
  int exponent_;
  std::vector<double> y_;
};

}  // namespace hingeline::internal
