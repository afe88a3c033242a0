// SPDX-License-Identifier: BSD-3-Clause
//
// Kernel machines a second time, from their definitions, to hold the library's answers against: kernel values from
// whole rows, objectives of the problems as hingeline/kernel_solve.hpp states them, sums in long double.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "hingeline/kernel_solve.hpp"
#include "support/slow_objective.hpp"

namespace hingeline::support {

inline long double slow_kernel(const Kernel& kernel, std::span<const double> x, std::span<const double> z) {
  long double dot = 0;
  long double distance = 0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    dot += static_cast<long double>(x[j]) * z[j];
    distance += (static_cast<long double>(x[j]) - z[j]) * (static_cast<long double>(x[j]) - z[j]);
  }
  switch (kernel.name) {
    case KernelName::polynomial:
      return std::pow(kernel.gamma * dot + kernel.coef0, kernel.degree);
    case KernelName::rbf:
      return std::exp(-kernel.gamma * distance);
    case KernelName::sigmoid:
      return std::tanh(kernel.gamma * dot + kernel.coef0);
    case KernelName::linear:
    case KernelName::precomputed:
      break;
  }
  return dot;
}

/// The whole matrix; row-major. T is double or long double.
template <class T = double>
std::vector<T> slow_kernel_matrix(const KernelProblem& problem) {
  const auto n = static_cast<std::size_t>(rows(problem.x));
  std::vector<std::vector<double>> x;
  for (std::size_t i = 0; i < n; ++i) x.push_back(slow_row(problem.x, static_cast<std::int64_t>(i)));
  std::vector<T> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      matrix[i * n + j] = problem.kernel.name == KernelName::precomputed
                              ? static_cast<T>(x[i][j])
                              : static_cast<T>(slow_kernel(problem.kernel, x[i], x[j]));
  return matrix;
}

struct SlowMachine {
  long double half_norm = 0;             // 1/2 s'K s
  std::vector<long double> predictions;  // K s + b
};

inline SlowMachine slow_machine(const KernelProblem& problem, const KernelSolution& solution) {
  const auto n = static_cast<std::size_t>(rows(problem.x));
  const auto matrix = slow_kernel_matrix<long double>(problem);
  SlowMachine machine;
  for (std::size_t i = 0; i < n; ++i) {
    long double sum = 0;
    for (std::size_t j = 0; j < n; ++j) sum += matrix[i * n + j] * solution.dual_coef[j];
    machine.half_norm += sum * solution.dual_coef[i] / 2;
    machine.predictions.push_back(sum + solution.intercept);
  }
  return machine;
}

/// P of c_svc and epsilon_svr.
inline long double slow_kernel_primal(const KernelProblem& problem, const KernelSolution& solution) {
  const SlowMachine machine = slow_machine(problem, solution);
  long double primal = machine.half_norm;
  for (std::size_t i = 0; i < machine.predictions.size(); ++i) {
    const long double z = machine.predictions[i];
    const long double c = problem.C * (problem.weights.empty() ? 1 : problem.weights[i]);
    const long double excess =
        problem.machine == Machine::c_svc ? 1 - problem.y[i] * z : std::abs(problem.y[i] - z) - problem.epsilon;
    primal += c * std::max(0.0L, excess);
  }
  return primal;
}

/// D of c_svc and epsilon_svr at s, whose sum is 0.
inline long double slow_kernel_dual(const KernelProblem& problem, const KernelSolution& solution) {
  long double dual = -slow_machine(problem, solution).half_norm;
  for (std::size_t i = 0; i < solution.dual_coef.size(); ++i) {
    const long double s = solution.dual_coef[i];
    dual += problem.y[i] * s - (problem.machine == Machine::c_svc ? 0 : problem.epsilon * std::abs(s));
  }
  return dual;
}

}  // namespace hingeline::support
