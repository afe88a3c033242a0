// SPDX-License-Identifier: BSD-3-Clause
//
// Targets, and with them C, epsilon, s and b, in units of 2^e: kernel regressions are the same in any, but products in
// float, and squares of violations, end at 1e-38 and 1e38. Powers of two change no digit.
#pragma once

#include <vector>

#include "hingeline/kernel_solve.hpp"
#include "solvers/smo/smo_memo.hpp"

namespace hingeline::internal {

class TargetUnits {
 public:
  /// e is 0 where no target is out of the ordinary.
  explicit TargetUnits(const KernelProblem& problem);

  bool are_those_of_the_problem() const { return exponent_ == 0; }

  /// In these units; refers to this.
  KernelProblem problem(KernelProblem problem) const;
  KernelOptions options(KernelOptions options) const;
  /// s and C alone.
  SmoMemo memo(const SmoMemo& memo) const;
  /// In the problem's own.
  KernelSolution solution(KernelSolution solution) const;

 private:
  int exponent_;
  std::vector<double> y_;
};

}  // namespace hingeline::internal
