// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/smoothed_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dot.hpp"
#include "core/infinity.hpp"
#include "solvers/reduced_newton/illinois_search.hpp"

namespace hingeline::internal {
namespace {

double total(std::span<const double> numbers) {
  double total = 0;
  for (const double number : numbers) total += number;
  return total;
}

}  // namespace

template <class T>
SmoothedNewton<T>::SmoothedNewton(const ReducedProblem<T>& problem, PenaltyRows& penalties, const RampLoss& loss,
                                  const GramMatrix& moments, Arena& memory, ThreadPool& pool, Stop stop)
    : problem_(problem),
      penalties_(penalties),
      loss_(loss),
      moments_(moments),
      stop_(std::move(stop)),
      band_(problem, loss, memory, pool),
      gram_(problem, pool, stop_),
      hessian_(problem.variables.size()),
      gradient_(problem.variables.size()),
      step_(problem.variables.size()),
      sum_of_c_(total(problem.band.c)) {}

template <class T>
bool SmoothedNewton<T>::minimise(std::vector<double>& v, double h, const Goal& goal) {
  begin(v, h);
  const std::vector<double> start = v;
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  double last_gap = infinity;  // of this smoothed problem
  for (steps_ = 0;; ++steps_) {
    evaluate(v);
    if (is_met(goal)) {
      balance(v);
      if (is_met(goal)) return true;
    }
    if (steps_ == goal.max_steps || !std::isfinite(primal_) || is_due(stop_) || !solve_step()) break;
    const double decrease = -0.5 * dot(gradient_, step_);
    if (decrease <= epsilon * std::abs(primal_) && gap_ >= 0.5 * last_gap) break;
    limit_step();
    move(v);
    if (movement(v, start) > goal.reach) return false;
    last_gap = sharpen(v, decrease, goal) ? infinity : gap_;
  }
  balance(v);
  return false;
}

template <class T>
void SmoothedNewton<T>::begin(std::span<const double> v, double h) {
  constexpr double of_rounding = 1e-9;
  band_.place(v);
  h_ = h == 0 ? band_.widest() : h;
  size_of_t_ = band_.size_of_t();
  narrowest_ = std::min(h_, of_rounding * size_of_t_);
  soften_penalties();
}

template <class T>
bool SmoothedNewton<T>::is_met(const Goal& goal) const {
  return gap_ <= goal.gap(primal_) && of_penalties_.violation <= goal.violation;
}

/// Goes on to the next smoothed problem once this one is solved as well as its smoothing gap warrants; returns whether
/// it did.
template <class T>
bool SmoothedNewton<T>::sharpen(std::span<const double> v, double decrease, const Goal& goal) {
  constexpr double most_of_gap = 0.9;
  constexpr double little = 3;
  constexpr double narrower = 0.3;
  constexpr int steps_before_centres = 25;
  constexpr double share_of_penalties = 0.3;
  const double wanted = goal.gap(primal_);
  const double of_penalties = of_penalties_.gap;
  const bool penalties_count = of_penalties > share_of_penalties * wanted || of_penalties_.violation > goal.violation;
  const bool moves_centres = penalties_count && decrease <= share_of_penalties * of_penalties;
  const bool narrows = smoothing_gap_ > most_of_gap * wanted && decrease <= little * smoothing_gap_;
  if (moves_centres) penalties_.recentre(v, of_penalties);
  if (narrows) {
    if (steps_ >= steps_before_centres || h_ == narrowest_) band_.recentre(h_);
    h_ = std::max(narrower * h_, narrowest_);
  }
  return moves_centres || narrows;
}

/// Root mean square, over the rows, of the change of predictions.
template <class T>
double SmoothedNewton<T>::movement(std::span<const double> v, std::span<const double> start) const {
  std::vector<double> step(v.begin(), v.end());
  for (std::size_t j = 0; j < v.size(); ++j) step[j] -= start[j];
  return std::sqrt(std::max(0.0, dot(step, multiply(moments_, step))));
}

/// Sets slopes, curvatures, gradient, objective and gap at t and v.
template <class T>
void SmoothedNewton<T>::evaluate(std::span<const double> v) {
  const SmoothedSums sums = band_.evaluate(h_);
  const Variables& variables = problem_.variables;
  point_.assign(v.begin(), v.end());
  penalty_duals_ = penalties_.duals(v);
  of_penalties_ = penalties_.evaluate(v, penalty_duals_);
  primal_ = problem_.value + sums.value + set_gradient(v) + of_penalties_.value;
  smoothing_gap_ = sums.gap;
  gap_ = sums.gap + of_penalties_.gap;
  for (std::size_t j = 0; j < v.size(); ++j) primal_ += 0.5 * variables.l2(j) * v[j] * v[j];
  for (std::size_t j = 0; j < v.size(); ++j) {
    const double ridge = variables.l2(j);
    gap_ += ridge > 0 ? 0.5 * gradient_[j] * gradient_[j] / ridge : gap_of_residual(j);
  }
}

/// Sets the gradient at v from the band's slopes and all other terms; returns the value of slope'(v - r) and the
/// curvature's term.
template <class T>
double SmoothedNewton<T>::set_gradient(std::span<const double> v) {
  std::vector<double> moved(v.size());
  for (std::size_t j = 0; j < v.size(); ++j) moved[j] = v[j] - problem_.reference[j];
  const std::vector<double> curved = multiply(problem_.curvature, moved);
  for (std::size_t j = 0; j < v.size(); ++j)
    gradient_[j] = problem_.variables.l2(j) * v[j] + problem_.slope[j] + curved[j] + band_.of_slopes()[j];
  penalties_.add_slopes(penalty_duals_, gradient_);
  return dot(problem_.slope, moved) + 0.5 * dot(curved, moved);
}

/// What gradient_j != 0 adds to the gap where v_j has no ridge. With an L1 penalty the dual point is scaled down by the
/// share |gradient_j| / l1. Without one the s of other rows make up for it: for an intercept rows within a width, for a
/// column, which only a few of these may have, any row. They must stay on their ramps then, so that the estimate asks
/// columns to be near balance whatever gap is wanted.
template <class T>
double SmoothedNewton<T>::gap_of_residual(std::size_t j) const {
  const double l1 = penalties_.l1(j);
  if (l1 > 0) return std::abs(gradient_[j]) / l1 * primal_;
  if (j == problem_.variables.features()) return std::abs(gradient_[j]) * h_;
  constexpr double near_balance = 1000;
  const double moment = moments_.at(j, j);
  return moment > 0 ? near_balance * std::abs(gradient_[j]) * size_of_t_ / std::sqrt(moment) : 0;
}

/// Chooses the softness of penalties by about the curvature of F at this width.
template <class T>
void SmoothedNewton<T>::soften_penalties() {
  if (penalties_.empty()) return;
  double curvature = 0;
  for (int k = 0; k < loss_.ramp_count; ++k) {
    const Ramp& ramp = loss_.ramps[static_cast<std::size_t>(k)];
    curvature = std::max(curvature, std::min(ramp.rise, (ramp.upper - ramp.lower) / h_));
  }
  std::vector<double> diagonal(step_.size());
  for (std::size_t j = 0; j < diagonal.size(); ++j)
    diagonal[j] = problem_.variables.l2(j) + problem_.curvature.at(j, j) + sum_of_c_ * curvature * moments_.at(j, j);
  penalties_.soften(diagonal);
}

/// Sets the Hessian of everything but penalties_.
template <class T>
void SmoothedNewton<T>::set_hessian() {
  hessian_ = problem_.curvature;
  gram_.add(band_.curvatures(), hessian_);
  constexpr double share_of_moments = 1e-9;  // keeps b's diagonal off 0 where no row is curved
  const double tiny = share_of_moments * sum_of_c_ / h_;
  for (std::size_t i = 0; i < hessian_.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) hessian_.at(i, j) += tiny * moments_.at(i, j);
    hessian_.at(i, i) += problem_.variables.l2(i);
  }
}

/// The Newton step; false where the Hessian cannot be factored, or when told to stop.
template <class T>
bool SmoothedNewton<T>::solve_step() {
  set_hessian();
  if (is_due(stop_)) return false;
  if (!penalties_.empty()) return penalties_.find_step(hessian_, point_, gradient_, step_);
  if (!cholesky_.factor(hessian_, 0, stop_)) return false;
  cholesky_.newton_step(gradient_, step_);
  return true;
}

/// Limits the step to 20 widths (rms): far beyond the ramps their curvature says nothing.
template <class T>
void SmoothedNewton<T>::limit_step() {
  if (loss_.kink_count == 0) return;
  const double movement = std::sqrt(dot(step_, multiply(moments_, step_)));
  constexpr double widths = 20;
  const double most = widths * h_;
  if (movement > most)
    for (double& entry : step_) entry *= most / movement;
}

/// F's derivative along the step at alpha; its part without the band and penalties is line_slope + alpha
/// line_curvature.
template <class T>
double SmoothedNewton<T>::slope_along(double alpha) const {
  const double of_penalties = penalties_.slopes_along(point_, step_, alpha).first;
  return line_slope_ + alpha * line_curvature_ + band_.slope_along(h_, alpha) + of_penalties;
}

/// Moves v along the step by the line search.
template <class T>
void SmoothedNewton<T>::move(std::vector<double>& v) {
  band_.turn(step_);
  const std::vector<double> curved = multiply(problem_.curvature, step_);
  line_slope_ = dot(problem_.slope, step_);
  line_curvature_ = dot(curved, step_);
  for (std::size_t j = 0; j < v.size(); ++j) {
    const double ridge = problem_.variables.l2(j);
    line_slope_ += ridge * v[j] * step_[j] + curved[j] * (v[j] - problem_.reference[j]);
    line_curvature_ += ridge * step_[j] * step_[j];
  }
  constexpr double share = 0.1;
  constexpr int evaluations = 60;  // one is the rule
  const double alpha = search(dot(gradient_, step_), share, evaluations);
  for (std::size_t j = 0; j < v.size(); ++j) v[j] += alpha * step_[j];
  band_.go_along(alpha);
}

template <class T>
double SmoothedNewton<T>::search(double start_slope, double share, int most) const {
  return illinois_search([this](double alpha) { return slope_along(alpha); }, start_slope, share, most);
}

/// Makes the gradient 0, up to rounding, where v_j has no ridge.
template <class T>
void SmoothedNewton<T>::balance(std::vector<double>& v) {
  if (problem_.variables.l2() > 0)
    settle_intercept(v);
  else
    foresee_slopes(v);
}

/// Takes Newton steps after which slopes are those that the curvatures predict: computed from t, they would have its
/// rounding divided by h.
template <class T>
void SmoothedNewton<T>::foresee_slopes(std::vector<double>& v) {
  constexpr int rounds = 3;
  set_hessian();
  penalties_.add_curvature(point_, hessian_);
  if (!cholesky_.factor(hessian_, 0, stop_)) return;
  for (int round = 0; round < rounds; ++round) {
    cholesky_.newton_step(gradient_, step_);
    band_.foresee_slopes(step_);
    penalties_.move_duals(point_, step_, penalty_duals_);
    for (std::size_t j = 0; j < v.size(); ++j) v[j] += step_[j];
    set_gradient(v);
  }
}

/// Makes the slopes sum to 0, up to rounding, where the intercept is free: the exact minimiser over b alone.
template <class T>
void SmoothedNewton<T>::settle_intercept(std::vector<double>& v) {
  if (!problem_.variables.has_free_intercept()) return;
  constexpr int rounds = 4;
  constexpr double first_step = 1e-3;  // of the smoothing's width, so that hardly any row leaves its piece
  for (int round = 0; round < rounds; ++round) {
    const std::size_t b = problem_.variables.features();
    const double residual = gradient_[b];
    if (residual == 0) return;
    std::fill(step_.begin(), step_.end(), 0.0);
    step_[b] = -std::copysign(first_step * h_, residual);
    band_.turn_to_intercept(step_[b]);
    const std::vector<double> curved = multiply(problem_.curvature, step_);
    line_slope_ = dot(problem_.slope, step_) + dot(curved, v) - dot(curved, problem_.reference);
    line_curvature_ = dot(curved, step_);
    constexpr double share = 1e-12;
    constexpr int evaluations = 60;
    const double alpha = search(residual * step_[b], share, evaluations);
    v[b] += alpha * step_[b];
    band_.go_along(alpha);
    evaluate(v);
    if (std::abs(gradient_[b]) >= 0.5 * std::abs(residual)) return;
  }
}

template <class T>
void SmoothedNewton<T>::linearize(double h, GramMatrix& hessian) {
  band_.linearize(h);
  hessian = problem_.curvature;
  gram_.add(band_.curvatures(), hessian);
  for (std::size_t j = 0; j < hessian.size(); ++j) hessian.at(j, j) += problem_.variables.l2(j);
  penalties_.add_curvature(point_, hessian);
}

template class SmoothedNewton<float>;
template class SmoothedNewton<double>;

}  // namespace hingeline::internal
