// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/smo_memo.hpp"

#include <cmath>

namespace hingeline::internal {

namespace {

/// The largest |s_i| / weight_i, if it is that of two rows and more, which is no chance; else `otherwise`.
double common_bound(const KernelProblem& problem, std::span<const double> s, double otherwise) {
  constexpr double rounding = 1e-12;
  double largest = 0;
  int rows = 0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == 0 || (!problem.weights.empty() && problem.weights[i] == 0)) continue;
    const double bound = std::abs(s[i]) / (problem.weights.empty() ? 1 : problem.weights[i]);
    if (bound > (1 + rounding) * largest) {
      largest = bound;
      rows = 1;
    } else if (bound >= (1 - rounding) * largest) {
      ++rows;
    }
  }
  return rows > 1 ? largest : otherwise;
}

}  // namespace

void SmoMemo::scale_to(const KernelProblem& problem) {
  if (!has_C(problem.machine)) return;
  if (C == 0) C = common_bound(problem, s, problem.C);
  const double ratio = problem.C / C;
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
