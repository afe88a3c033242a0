// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/target_units.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hingeline::internal {
namespace {

int exponent_of(const KernelProblem& problem) {
  constexpr int least = -30;
  constexpr int largest = 40;
  constexpr int far = 900;  // the largest exponent that C and epsilon may get
  if (!is_regression(problem.machine)) return 0;
  double most = 0;
  for (const double y : problem.y) most = std::max(most, std::abs(y));
  if (most == 0) return 0;
  const int exponent = std::ilogb(most);
  if (exponent >= least && exponent <= largest) return 0;
  const int of_C = std::ilogb(problem.C);
  const int of_epsilon = has_epsilon(problem.machine) && problem.epsilon > 0 ? std::ilogb(problem.epsilon) : -far;
  return std::max(std::clamp(exponent, of_C - far, of_C + far), of_epsilon - far);
}

void scale(int exponent, std::initializer_list<double*> numbers) {
  for (double* number : numbers) *number = std::ldexp(*number, exponent);
}

}  // namespace

TargetUnits::TargetUnits(const KernelProblem& problem) : exponent_(exponent_of(problem)) {
  if (are_those_of_the_problem()) return;
  for (const double y : problem.y) y_.push_back(std::ldexp(y, -exponent_));
}

KernelProblem TargetUnits::problem(KernelProblem problem) const {
  problem.y = y_;
  scale(-exponent_, {&problem.C, &problem.epsilon});
  return problem;
}

KernelOptions TargetUnits::options(KernelOptions options) const {
  if (options.violation)
    options.violation = std::max(std::ldexp(*options.violation, -exponent_), std::numeric_limits<double>::min());
  if (options.solver.callback)
    options.solver.callback = [call = options.solver.callback, exponent = exponent_](Progress progress) {
      scale(2 * exponent, {&progress.primal, &progress.dual});
      return call(progress);
    };
  return options;
}

SmoMemo TargetUnits::memo(const SmoMemo& memo) const {
  SmoMemo scaled = {memo.C, memo.s};
  scale(-exponent_, {&scaled.C});
  for (double& s : scaled.s) scale(-exponent_, {&s});
  return scaled;
}

KernelSolution TargetUnits::solution(KernelSolution solution) const {
  for (double& s : solution.dual_coef) scale(exponent_, {&s});
  Certificate& c = solution.certificate;
  scale(exponent_, {&solution.intercept, &solution.half_width, &solution.violation, &c.coef_error_bound});
  scale(2 * exponent_, {&c.primal, &c.dual, &c.gap, &c.rounding_floor, &c.dual_rounding, &solution.dual_objective});
  return solution;
}

}  // namespace hingeline::internal
