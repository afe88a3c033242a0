// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/crammer_singer/stretched.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/dot.hpp"
#include "problem/certificate.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {
namespace {

struct Shortage {
  double largest = 0;  // phi of a row
  double total = 0;    // sum_i c_i phi
};

Shortage shortage(const ClassProblem& problem, std::span<const double> outputs) {
  Shortage lost;
  for (std::size_t i = 0; i < problem.classes.size(); ++i) {
    const double c = row_cost(problem.rows, static_cast<std::int64_t>(i));
    if (c == 0) continue;
    const std::span<const double> z = outputs.subspan(i * problem.count, problem.count);
    const auto own = static_cast<std::size_t>(problem.classes[i]);
    double loss = 0;
    for (std::size_t k = 0; k < z.size(); ++k)
      if (k != own) loss = std::max(loss, z[k] + 1 - z[own]);
    lost.largest = std::max(lost.largest, loss);
    lost.total += c * loss;
  }
  return lost;
}

}  // namespace

bool stretch(const ClassProblem& problem, double tolerance, const CrammerSingerPoint& point, Certificate& proof) {
  const Shortage lost = shortage(problem, point.outputs);
  const double delta = 2 * lost.largest;
  if (!(delta * dot(point.coef, point.coef) < lost.total)) return false;
  std::vector<double> longer(point.coef.begin(), point.coef.end());
  for (double& w : longer) w *= 1 + delta;
  const Certificate found = certify_pair(problem, {point.dual_coef, longer, point.outputs});
  if (!accepts(found, tolerance) || found.gap > tolerance * found.primal) return false;
  std::copy(longer.begin(), longer.end(), point.coef.begin());
  proof = found;
  return true;
}

}  // namespace hingeline::internal
