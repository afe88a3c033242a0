// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/row_losses.hpp"

#include <algorithm>
#include <cstddef>

#include "losses/visit_loss.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {

RowLosses::RowLosses(const Problem& problem) : problem_(problem), costs_(row_costs(problem)) {}

double RowLosses::sum(std::span<const double> z) const {
  return visit_loss(problem_.loss, [&](const auto& loss) {
    double total = 0;
    for (std::size_t i = 0; i < z.size(); ++i)
      if (costs_[i] > 0) total += costs_[i] * loss.value(problem_.y[i], z[i]);
    return total;
  });
}

LineSlopes RowLosses::differentiate(std::span<const double> z, std::span<const double> direction, double t,
                                    RowDerivatives& at) const {
  return visit_loss(problem_.loss, [&](const auto& loss) {
    LineSlopes along;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double there = z[i] + t * direction[i];
      at.slope[i] = costs_[i] * loss.derivative(problem_.y[i], there);
      at.curvature[i] = costs_[i] * loss.curvature(problem_.y[i], there);
      along.first += direction[i] * at.slope[i];
      along.second += direction[i] * direction[i] * at.curvature[i];
    }
    return along;
  });
}

double RowLosses::dual_distance(std::span<const double> z, const RowDerivatives& at, std::span<double> s) const {
  constexpr double near = 0.3;  // in units of z; log-odds have moved little
  return visit_loss(problem_.loss, [&](const auto& loss) {
    double total = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double c = costs_[i];
      const double y = problem_.y[i];
      const Interval domain = c > 0 ? loss.domain(y, c) : Interval{0, 0};
      s[i] = std::clamp(s[i], domain.lower, domain.upper);
      const double off = at.slope[i] + s[i];
      if (off == 0) continue;
      if (std::abs(off) <= near * at.curvature[i])
        total += off * off / (2 * at.curvature[i]);
      else
        total += std::max(0.0, c * loss.value(y, z[i]) + loss.conjugate(y, c, s[i]) + s[i] * z[i]);
    }
    return total;
  });
}

}  // namespace hingeline::internal
