// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/penalized_model.hpp"

#include <algorithm>
#include <cstddef>

#include "core/infinity.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"

namespace hingeline::internal {

bool PenalizedModel::minimise(std::vector<double>& v) {
  std::vector<double> diagonal(v.size());
  for (std::size_t j = 0; j < v.size(); ++j) diagonal[j] = hessian_.at(j, j);
  rows_.soften(diagonal);
  if (!move_centres(v) || !balance(v)) return false;
  rows_.settle(v);
  return true;
}

bool PenalizedModel::move_centres(std::vector<double>& v) {
  constexpr int rounds = 30;
  constexpr int most_in_vain = 3;
  constexpr double enough = 0.5;
  std::vector<double> step(v.size());
  double least_gap = infinity;
  for (int round = 0, in_vain = 0; round < rounds && in_vain < most_in_vain; ++round) {
    std::vector<double> gradient = gradient_;
    rows_.add_slopes(rows_.duals(v), gradient);
    if (!rows_.find_step(hessian_, v, gradient, step)) return false;
    move(step, v);
    const double gap = rows_.evaluate(v, rows_.duals(v)).gap;
    in_vain = gap < enough * least_gap ? 0 : in_vain + 1;
    least_gap = std::min(least_gap, gap);
    rows_.recentre(v, gap);
  }
  return true;
}

bool PenalizedModel::balance(std::vector<double>& v) {
  constexpr int rounds = 2;
  const std::vector<double> point = v;
  duals_ = rows_.duals(point);
  GramMatrix curved = hessian_;
  rows_.add_curvature(point, curved);
  ScaledCholesky cholesky;
  if (!cholesky.factor(curved, 0, stop_)) return false;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> step = gradient_;
    rows_.add_slopes(duals_, step);
    cholesky.newton_step(step, step);
    rows_.move_duals(point, step, duals_);
    move(step, v);
  }
  return true;
}

void PenalizedModel::move(std::span<const double> step, std::vector<double>& v) {
  const std::vector<double> product = multiply(hessian_, step);
  for (std::size_t j = 0; j < v.size(); ++j) {
    v[j] += step[j];
    gradient_[j] += product[j];
  }
}

}  // namespace hingeline::internal
