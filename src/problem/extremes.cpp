// SPDX-License-Identifier: BSD-3-Clause
#include "problem/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace hingeline::internal {

std::array<Extremes, 2> extremes(const QuadraticProgram& program, const double* a, const double* products) {
  std::array<Extremes, 2> groups;
  for (std::size_t t = 0; t < program.size(); ++t)
    groups[static_cast<std::size_t>(program.group(t))].take(t, program.f(t, products), program.up(t, a[t]),
                                                            program.low(t, a[t]));
  return groups;
}

double violation(const std::array<Extremes, 2>& groups) {
  return std::max(groups[0].violation(), groups[1].violation());
}

double middle(const Extremes& group) {
  if (!std::isfinite(group.least)) return std::isfinite(group.greatest) ? -group.greatest : 0;
  if (!std::isfinite(group.greatest)) return -group.least;
  return -(group.least + (group.greatest - group.least) / 2);
}

}  // namespace hingeline::internal
