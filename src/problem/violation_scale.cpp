// SPDX-License-Identifier: BSD-3-Clause
#include "problem/violation_scale.hpp"

#include "data/row_blocks.hpp"
#include "problem/row_cost.hpp"
#include "problem/target_moments.hpp"

namespace hingeline::internal {
namespace {

/// Of the rows that count, each as often as it costs.
std::vector<double> root_mean_squares(const Problem& problem) {
  std::vector<double> squares(static_cast<std::size_t>(cols(problem.x)));
  double costs = 0;
  visit_rows(problem.x, [&](const auto& x) {
    for (std::int64_t first = 0; first < x.rows(); first += rows_per_task) {
      const std::int64_t end = std::min(first + rows_per_task, x.rows());
      for (std::int64_t i = first; i < end; ++i) {
        const double c = row_cost(problem, i);
        if (c > 0) x.add_squares(i, c, squares.data());
        costs += c;
      }
      if (problem.release_rows) problem.release_rows(first, end);
    }
  });
  for (double& square : squares) square = costs > 0 ? std::sqrt(square / costs) : 0;
  return squares;
}

/// What targets differ by, from 0 or from the best constant.
double spread_of_targets(const Problem& problem, ThreadPool& pool) {
  const TargetMoments moments = target_moments(problem, pool);
  const double square =
      problem.intercept == Intercept::free ? moments.variance() : moments.variance() + moments.mean() * moments.mean();
  return moments.cost > 0 && square > 0 ? std::sqrt(square) : 1;
}

}  // namespace

ViolationScale::ViolationScale(const Problem& problem, ThreadPool& pool)
    : rms_(root_mean_squares(problem)), most_(spread_of_targets(problem, pool)) {}

double ViolationScale::reach(std::span<const double> w) const {
  constexpr double least = 1e-6;
  double reach = least * most_;
  for (std::size_t j = 0; j < rms_.size(); ++j) reach = std::max(reach, rms_[j] * std::abs(w[j]));
  return std::min(reach, most_);
}

}  // namespace hingeline::internal
