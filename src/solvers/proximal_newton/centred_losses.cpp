// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/proximal_newton/centred_losses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "data/sum_row_blocks.hpp"
#include "losses/visit_loss.hpp"
#include "problem/row_cost.hpp"
#include "solvers/steps/curving_t.hpp"

namespace hingeline::internal {

CentredLosses::CentredLosses(const Problem& problem, const ExtraRows& constraints, ThreadPool& pool)
    : problem_(problem),
      constraints_(constraints),
      pool_(pool),
      terms_(problem, constraints, pool),
      s_(data_rows() + constraints.size()),
      next_s_(s_.size()) {}

void CentredLosses::begin(std::span<const double> z, bool cold, std::span<const double> dual_point) {
  constexpr double least_share = 1e-10;
  std::ranges::fill(s_, 0.0);
  std::vector<double> h(s_.size());
  const auto take = [&](double t) {
    t_ = t;
    terms_.take(at(z), next_s_, h);
  };
  const std::size_t n = data_rows();
  t_ = curving_t(mean_cost(problem_), std::span(next_s_).first(n), std::span(h).first(n), take);
  least_t_ = least_share * t_;
  if (cold) return;
  const double t = std::exchange(t_, 0);
  terms_.take(at(z), next_s_, h);  // the slopes
  t_ = t;
  const std::span<const double> centre = dual_point.empty() ? std::span<const double>(next_s_) : dual_point;
  std::copy_n(centre.begin(), n, s_.begin());
  clip(s_);
}

double CentredLosses::sum(std::span<const double> z) const { return terms_.envelopes(at(z)); }

void CentredLosses::differentiate(std::span<const double> z, RowDerivatives& derivatives) {
  value_ = terms_.take(at(z), next_s_, derivatives.curvature).value;
  std::ranges::transform(next_s_, derivatives.slope.begin(), std::negate());
}

void CentredLosses::clip(std::span<double> s) const {
  terms_.clip(s);
  for (std::size_t i = data_rows(); i < s.size(); ++i) s[i] = constraints_.term(i - data_rows()).clip_dual(s[i]);
}

template <class OfRow>
double CentredLosses::sum_data(const OfRow& of_row) const {
  return sum_row_blocks<double>(pool_, data_rows(), [&](std::size_t first, std::size_t count) {
    return visit_loss(problem_.loss, [&](const auto& loss) {
      double total = 0;
      for (std::size_t i = first; i < first + count; ++i) total += of_row(loss, i);
      return total;
    });
  });
}

double CentredLosses::dual_distance(std::span<const double> z, const RowDerivatives&, std::span<double> s) const {
  clip(s);
  double total = sum_data([&](const auto& loss, std::size_t i) {
    const double y = problem_.y[i];
    const double c = row_cost(problem_, i);
    return std::max(c * loss.value(y, z[i]) + loss.conjugate(y, c, s[i]) + s[i] * z[i], 0.0);
  });
  for (std::size_t k = 0; k < constraints_.size(); ++k) {
    const std::size_t i = data_rows() + k;
    total += std::abs(constraints_.term(k).conjugate(s[i]) + s[i] * z[i]);
  }
  return total;
}

double CentredLosses::centred_distance(std::span<const double> z, std::span<const double> s) const {
  double total = sum(z) + distance_from_centre(s);
  total += sum_data([&](const auto& loss, std::size_t i) {
    return loss.conjugate(problem_.y[i], row_cost(problem_, i), s[i]) + s[i] * z[i];
  });
  for (std::size_t i = data_rows(); i < s.size(); ++i)
    total += constraints_.term(i - data_rows()).conjugate(s[i]) + s[i] * z[i];
  return total;
}

double CentredLosses::distance_from_centre(std::span<const double> s) const {
  double total = 0;
  for (std::size_t i = 0; i < s.size(); ++i) total += (s[i] - s_[i]) * (s[i] - s_[i]);
  return 0.5 * t_ * total;
}

void CentredLosses::lower_penalty() { t_ = std::max(least_t_, 0.1 * t_); }

}  // namespace hingeline::internal
