// SPDX-License-Identifier: BSD-3-Clause
#include "problem/violation_scale.hpp"

#include <utility>

#include "data/for_each_nonzero.hpp"
#include "data/row_blocks.hpp"
#include "problem/row_cost.hpp"
#include "problem/target_moments.hpp"
#include "problem/tied_columns.hpp"

namespace hingeline::internal {
namespace {

/// Root mean squares of the columns, rows weighted by their costs.
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

/// The root mean square of the targets, about their mean with a free intercept; 1 where it is 0 or overflows.
double spread_of_targets(const Problem& problem, ThreadPool& pool) {
  const TargetMoments moments = target_moments(problem, pool);
  const double square =
      problem.intercept == Intercept::free ? moments.variance() : moments.variance() + moments.mean() * moments.mean();
  return moments.cost > 0 && square > 0 && std::isfinite(square) ? std::sqrt(square) : 1;
}

std::vector<double> sizes_of_tied(const MatrixView& constraints, const std::vector<double>& rms) {
  TiedColumns columns(rms.size());
  std::vector<std::pair<std::int32_t, double>> row;
  std::visit(
      [&](const auto& a) {
        for (std::int64_t k = 0; k < a.rows; ++k) {
          row.clear();
          for_each_nonzero(a, k, [&](std::int32_t j, double value) { row.emplace_back(j, value); });
          if (row.size() != 2) continue;
          columns.tie(static_cast<std::size_t>(row[0].first), row[0].second, static_cast<std::size_t>(row[1].first),
                      row[1].second);
        }
      },
      constraints);
  return columns.largest(rms);
}

}  // namespace

ViolationScale::ViolationScale(const Problem& problem, ThreadPool& pool)
    : rms_(root_mean_squares(problem)),
      tied_(sizes_of_tied(problem.constraints.rows, rms_)),
      most_(spread_of_targets(problem, pool)) {}

double ViolationScale::reach(std::span<const double> w) const {
  constexpr double least = 1e-6;
  double reach = least * most_;
  for (std::size_t j = 0; j < rms_.size(); ++j) reach = std::max(reach, rms_[j] * std::abs(w[j]));
  return std::min(reach, most_);
}

}  // namespace hingeline::internal
