// SPDX-License-Identifier: BSD-3-Clause
#include "models/unit_problem.hpp"

#include <algorithm>

#include "data/rows.hpp"
#include "losses/is_of_residual.hpp"
#include "parallel/thread_pool.hpp"
#include "problem/validate.hpp"
#include "solvers/solve/solve_valid.hpp"
#include "solvers/steps/row_losses.hpp"

namespace hingeline::internal {

UnitProblem::UnitProblem(const Ratings& ratings, const FactorOptions& options, double offset, const FactorSide& moving,
                         const FactorSide& fixed, std::size_t unit)
    : rank_(static_cast<std::size_t>(options.rank)), shifts_targets_(is_of_residual(options.loss)) {
  const std::span<const std::size_t> own = moving.ratings_of(unit);
  const std::size_t width = rank_ + (shifts_targets_ ? 0 : 1);
  x_.reserve(own.size() * width);
  for (const std::size_t rating : own) {
    const auto other = static_cast<std::size_t>(fixed.index[rating]);
    add_row(fixed.factors_of(other), offset + fixed.bias[other], ratings.value[rating]);
    if (!ratings.weights.empty()) weights_.push_back(ratings.weights[rating]);
  }
  problem_.x =
      DenseView<double>{x_.data(), std::ssize(own), static_cast<std::int32_t>(width), static_cast<std::int64_t>(width)};
  problem_.y = y_;
  problem_.weights = weights_;
  problem_.loss = options.loss;
  problem_.C = options.C / moving.ridge;
  problem_.intercept = options.biases ? Intercept::penalized : Intercept::none;
  if (moving.is_bounded() || !shifts_targets_) hold(moving.bounds);
}

void UnitProblem::add_row(std::span<const double> factors, double shift, double rating) {
  x_.insert(x_.end(), factors.begin(), factors.end());
  if (!shifts_targets_) x_.push_back(shift);
  y_.push_back(shifts_targets_ ? rating - shift : rating);
}

void UnitProblem::hold(const FactorBounds& bounds) {
  lower_.assign(rank_, bounds.lower);
  upper_.assign(rank_, bounds.upper);
  if (!shifts_targets_) {
    lower_.push_back(1);
    upper_.push_back(1);
  }
  problem_.bounds = {lower_, upper_};
}

double UnitProblem::value(std::span<const double> factors, double bias) const {
  const DenseRows<double> rows(std::get<DenseView<double>>(problem_.x));
  const std::vector<double> w = coef(factors);
  std::vector<double> z(y_.size());
  for (std::size_t k = 0; k < z.size(); ++k) z[k] = rows.dot(static_cast<std::int64_t>(k), w.data()) + bias;
  double squares = bias * bias;
  for (const double entry : factors) squares += entry * entry;
  ThreadPool alone(1);
  return 0.5 * squares + RowLosses(problem_, alone).sum(z);
}

double UnitProblem::tolerance(double turn_tolerance, double value) const {
  constexpr double least = 1e-15;
  if (shifts_targets_ || turn_tolerance == 0) return turn_tolerance;
  return std::max(least, turn_tolerance / (1 + 0.5 / value));
}

Solution UnitProblem::solve(const SolverOptions& options, std::span<const double> factors, double bias,
                            std::span<const double> dual) const {
  if (y_.empty() || are_all_zero(weights_)) return without_ratings();
  const std::vector<double> w = coef(factors);
  return solve_valid(problem_, options, {dual, w, bias});
}

std::vector<double> UnitProblem::coef(std::span<const double> factors) const {
  std::vector<double> w(factors.begin(), factors.end());
  if (!shifts_targets_) w.push_back(1);
  return w;
}

Solution UnitProblem::without_ratings() const {
  Solution nothing;
  nothing.coef.assign(rank_, 0.0);
  for (std::size_t j = 0; j < lower_.size() && j < rank_; ++j) nothing.coef[j] = std::clamp(0.0, lower_[j], upper_[j]);
  return nothing;
}

}  // namespace hingeline::internal
