// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/smo_memo.hpp"

#include <algorithm>
#include <cmath>

#include "problem/quadratic_program.hpp"

namespace hingeline::internal {
namespace {

/// The largest |s_i| / weight_i if two or more rows share it, which is no coincidence; else `otherwise`.
double common_bound(const KernelProblem& problem, std::span<const double> s, double otherwise) {
  double largest = 0;
  int rows = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == 0 || row_weight(problem, i) == 0) continue;
    const double bound = std::abs(s[i]) / row_weight(problem, i);
    if (bound > (1 + bound_rounding) * largest) {
      largest = bound;
      rows = 1;
    } else if (bound >= (1 - bound_rounding) * largest) {
      ++rows;
    }
  }
  return rows > 1 ? largest : otherwise;
}

/// The t that minimises 1/2 t^2 s'K s + t p'a.
double best_multiple(const KernelProblem& problem, std::span<const double> s, std::span<const double> products) {
  double gain = 0;  // -p'a
  double curvature = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double target =
        problem.machine == Machine::c_svc ? problem.y[i] : problem.y[i] - std::copysign(problem.epsilon, s[i]);
    gain += target * s[i];
    curvature += s[i] * products[i];
  }
  return curvature > 0 ? gain / curvature : 1;
}

/// Whether at most a fifth of the rows with s_i != 0 are at their bound.
bool are_between_bounds(const KernelProblem& problem, std::span<const double> s, double C) {
  constexpr double hardly_any = 0.2;
  double all = 0;
  double bounded = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == 0) continue;
    ++all;
    if (std::abs(s[i]) >= (1 - bound_rounding) * C * row_weight(problem, i)) ++bounded;
  }
  return bounded <= hardly_any * all;
}

}  // namespace

void SmoMemo::scale_to(const KernelProblem& problem) {
  if (!has_C(problem.machine)) return;
  if (C == 0) C = common_bound(problem, s, problem.C);
  double ratio = problem.C / C;
  if (ratio > 1 && !products.empty() && !has_nu(problem.machine) && are_between_bounds(problem, s, C))
    ratio = std::clamp(best_multiple(problem, s, products), 1.0, ratio);
  C = problem.C;
  for (double& value : s) value *= ratio;
  for (double& value : products) value *= ratio;
  error.everywhere *= ratio;
  for (float& magnitude : error.magnitudes) magnitude *= static_cast<float>(ratio);
}

double SmoMemo::bytes() const {
  const std::size_t floats = error.relative.size() + error.magnitudes.size();
  return static_cast<double>((s.size() + products.size()) * sizeof(double) + floats * sizeof(float));
}

}  // namespace hingeline::internal
