// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/centered_losses.hpp"

#include <algorithm>
#include <functional>

#include "losses/visit_loss.hpp"
#include "problem/row_cost.hpp"
#include "solvers/common/curving_penalty.hpp"

namespace hingeline::internal {

CenteredLosses::CenteredLosses(const Problem& problem)
    : problem_(problem), losses_(problem), c_(row_costs(problem)), s_(c_.size()), next_s_(c_.size()) {}

void CenteredLosses::begin(std::span<const double> z, bool cold, std::span<const double> dual_point) {
  constexpr double least_share = 1e-10;
  constexpr double share_of_warm_start = 0.01;
  std::ranges::fill(s_, 0.0);
  std::vector<double> h(s_.size());
  const auto take = [&](double t) {
    t_ = t;
    take_steps(at(z), next_s_, h);
  };
  const double t = curving_penalty(problem_.C, next_s_, h, take);
  if (!cold) {
    take(0);  // s+ are the slopes
    if (!dual_point.empty()) std::ranges::copy(dual_point, next_s_.begin());
    clip(next_s_);
    move_center();
  }
  t_ = cold ? t : share_of_warm_start * t;
  least_t_ = least_share * t;
}

void CenteredLosses::differentiate(std::span<const double> z, RowDerivatives& derivatives) {
  const StepSums sums = take_steps(at(z), next_s_, derivatives.curvature);
  std::ranges::transform(next_s_, derivatives.slope.begin(), std::negate());
  excess_ = sums.value - sum(z);
}

double CenteredLosses::dual_distance(std::span<const double> z, const RowDerivatives&, std::span<double> s) const {
  clip(s);
  return visit_loss(problem_.loss, [&](const auto& loss) {
    double total = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      const double y = problem_.y[i];
      total += std::max(0.0, c_[i] * loss.value(y, z[i]) + loss.conjugate(y, c_[i], s[i]) + s[i] * z[i]);
    }
    return total;
  });
}

double CenteredLosses::distance_from_center(std::span<const double> s) const {
  double total = 0;
  for (std::size_t i = 0; i < s.size(); ++i) total += (s[i] - s_[i]) * (s[i] - s_[i]);
  return 0.5 * t_ * total;
}

void CenteredLosses::lower_penalty() { t_ = std::max(least_t_, 0.1 * t_); }

}  // namespace hingeline::internal
