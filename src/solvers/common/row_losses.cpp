// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/common/row_losses.hpp"

#include <algorithm>
#include <cstddef>

#include "losses/logistic_ops.hpp"
#include "losses/visit_loss.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {

RowLosses::RowLosses(const Problem& problem) : problem_(problem), costs_(row_costs(problem)) {}

double RowLosses::sum(std::span<const double> z) const {
  if (problem_.loss.name == LossName::logistic) return sum_logistic(z);
  return sum_from(0, z);
}

double RowLosses::sum_from(std::size_t first, std::span<const double> z) const {
  return visit_loss(problem_.loss, [&](const auto& loss) {
    double total = 0;
    for (std::size_t i = first; i < z.size(); ++i)
      if (costs_[i] > 0) total += costs_[i] * loss.value(problem_.y[i], z[i]);
    return total;
  });
}

double RowLosses::sum_logistic(std::span<const double> z) const {
  const std::size_t whole = z.size() / logistic_group * logistic_group;
  return logistic_ops().sum({problem_.y.data(), costs_.data(), z.data(), whole}) + sum_from(whole, z);
}

void RowLosses::differentiate(std::span<const double> z, RowDerivatives& at) const {
  std::size_t first = 0;
  if (problem_.loss.name == LossName::logistic) {
    first = z.size() / logistic_group * logistic_group;
    logistic_ops().differentiate({problem_.y.data(), costs_.data(), z.data(), first}, at.slope.data(),
                                 at.curvature.data());
  }
  visit_loss(problem_.loss, [&](const auto& loss) {
    for (std::size_t i = first; i < z.size(); ++i) {
      at.slope[i] = costs_[i] * loss.derivative(problem_.y[i], z[i]);
      at.curvature[i] = costs_[i] * loss.curvature(problem_.y[i], z[i]);
    }
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

void RowLosses::clip(std::span<double> s) const {
  visit_loss(problem_.loss, [&](const auto& loss) {
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = internal::clip(loss, problem_.y[i], costs_[i], s[i]);
  });
}

double RowLosses::dual_distance(std::span<const double> z, const RowDerivatives& at, std::span<double> s) const {
  clip(s);
  constexpr double near = 0.3;  // in units of z; log-odds have moved little
  return visit_loss(problem_.loss, [&](const auto& loss) {
    double total = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double c = costs_[i];
      const double y = problem_.y[i];
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
