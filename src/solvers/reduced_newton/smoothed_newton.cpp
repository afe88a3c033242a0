// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/smoothed_newton.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/blocks.hpp"
#include "core/dot.hpp"
#include "data/chunk_rows.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"

namespace hingeline::internal {
namespace {

static_assert(rows_per_block % ramp_group == 0);

void add(std::span<const double> part, std::span<double> sum) {
  for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += part[j];
}

double total(std::span<const double> numbers) {
  double total = 0;
  for (const double number : numbers) total += number;
  return total;
}

}  // namespace

SmoothedSums& SmoothedSums::operator+=(const SmoothedSums& other) {
  value += other.value;
  gap += other.gap;
  slopes += other.slopes;
  changes += other.changes;
  add(other.change_of_gradient, change_of_gradient);
  return *this;
}

template <class T>
SmoothedNewton<T>::SmoothedNewton(const ReducedProblem<T>& problem, PenaltyRows& penalties, const RampLoss& loss,
                                  const GramMatrix& moments, Arena& memory, ThreadPool& pool, Stop stop)
    : problem_(problem),
      penalties_(penalties),
      loss_(loss),
      ops_(ramp_ops()),
      moments_(moments),
      pool_(pool),
      stop_(std::move(stop)),
      x_(problem.band.x()),
      size_(problem.band.size()),
      padded_(whole_groups(size_, ramp_group)),
      chunk_(chunk_rows(size_)),
      c_(problem.band.c),
      t_(memory.take<double>(c_.size())),
      slopes_(memory.take<double>(c_.size())),
      curvatures_(memory.take<double>(c_.size())),
      dt_(curvatures_),
      gram_(problem, pool, stop_),
      hessian_(problem.variables.size()),
      gradient_(problem.variables.size()),
      step_(problem.variables.size()),
      of_slopes_(problem.variables.size()),
      sum_of_c_(total(c_)) {}

/// f(first, end) for the rows of every task, padding included.
template <class T>
template <class F>
void SmoothedNewton<T>::for_chunks(const F& f) const {
  for_each_block(pool_, padded_, chunk_, [&](std::int64_t first, std::int64_t size) { f(first, first + size); });
}

/// f(rows first .. end - 1) with their centres.
template <class T>
template <class F>
auto SmoothedNewton<T>::with_rows(std::int64_t first, std::int64_t end, const F& f) const {
  std::array<const double*, most_ramps> centres{};
  for (std::size_t k = 0; k < centres_.size(); ++k) centres[k] = centres_[k].data() + first;
  return f(RampRows{t_.data() + first, c_.data() + first, centres_.empty() ? nullptr : centres.data(), end - first});
}

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
  predict(v);
  h_ = h == 0 ? widest() : h;
  size_of_t_ = size_of_t();
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
    if (steps_ >= steps_before_centres || h_ == narrowest_) recentre();
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

/// A width at which most rows are curved.
template <class T>
double SmoothedNewton<T>::widest() const {
  const std::vector<double> distances = kink_distances();
  const double squares = dot(distances, distances);
  return squares > 0 ? 4 * std::sqrt(squares / static_cast<double>(distances.size())) : 1;
}

/// The magnitude of t and of the kinks: much smaller widths would be lost in its rounding.
template <class T>
double SmoothedNewton<T>::size_of_t() const {
  const double mean_square = dot(t_, t_) / static_cast<double>(std::max<std::size_t>(1, t_.size()));
  double size = std::sqrt(mean_square);
  for (const double kink : loss_.kinks) size += std::abs(kink);
  return size;
}

/// t of every row at v, and slopes 0.
template <class T>
void SmoothedNewton<T>::predict(std::span<const double> v) {
  rows_along(v, dt_);
  for_chunks([&](std::int64_t first, std::int64_t end) {
    std::copy_n(dt_.begin() + first, end - first, t_.begin() + first);
    std::fill_n(slopes_.begin() + first, end - first, 0.0);
    if (loss_.classes) return;
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(std::min(end, size_)); ++i)
      t_[i] -= problem_.band.y[i];
  });
}

/// The change of t along a direction in v.
template <class T>
void SmoothedNewton<T>::rows_along(std::span<const double> direction, std::span<double> dt) const {
  const double constant = problem_.variables.intercept(direction);
  for_chunks([&](std::int64_t first, std::int64_t end) {
    const std::int64_t last = std::min(end, size_);
    x_.predict(first, last, direction.data(), dt.data() + first);
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
      dt[i] = (dt[i] + constant) * (loss_.classes ? problem_.band.y[i] : 1);
    std::fill_n(dt.begin() + last, end - last, 0.0);
  });
}

/// The same along the last entry of v.
template <class T>
void SmoothedNewton<T>::rows_along_intercept(double step) {
  const double change = step * problem_.variables.appended();
  for_chunks([&](std::int64_t first, std::int64_t end) {
    const std::int64_t last = std::min(end, size_);
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(last); ++i)
      dt_[i] = loss_.classes ? change * problem_.band.y[i] : change;
    std::fill_n(dt_.begin() + last, end - last, 0.0);
  });
}

template <class T>
void SmoothedNewton<T>::go_along(double alpha) {
  for_chunks([&](std::int64_t first, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(first); i < static_cast<std::size_t>(end); ++i) t_[i] += alpha * dt_[i];
  });
}

/// Slopes and curvatures at t and width h.
template <class T>
SmoothedSums SmoothedNewton<T>::change_slopes(double h) {
  SmoothedSums zero;
  zero.change_of_gradient.resize(of_slopes_.size());
  return sum_chunks(pool_, padded_, chunk_, zero, [&](std::int64_t first, std::int64_t end, SmoothedSums& part) {
    alignas(64) BlockNumbers changes;
    for (std::int64_t block = first; block < end; block += rows_per_block) {
      const RampSlopes slopes = {slopes_.data() + block, changes.data(), curvatures_.data() + block};
      const RampSums sums = with_rows(block, std::min(end, block + rows_per_block),
                                      [&](const RampRows& rows) { return ops_.evaluate(loss_, h, rows, slopes); });
      part.value += sums.value;
      part.gap += sums.gap;
      part.slopes += sums.slopes;
      part.changes += sums.changes;
      combine(block, changes, part.change_of_gradient);
    }
  });
}

/// Sets of_slopes_.
template <class T>
void SmoothedNewton<T>::sum_slopes() {
  std::ranges::fill(of_slopes_, 0.0);
  add_chunks(pool_, padded_, chunk_, of_slopes_, zeros_,
             [&](std::int64_t first, std::int64_t end, std::span<double> part) {
               alignas(64) BlockNumbers slopes;
               for (std::int64_t block = first; block < end; block += rows_per_block) {
                 std::copy_n(slopes_.begin() + block, std::min(rows_per_block, end - block), slopes.begin());
                 combine(block, slopes, part);
               }
             });
}

/// sum += sum_i sign_i s_i x_i over a block, with the appended column. Overwrites s.
template <class T>
void SmoothedNewton<T>::combine(std::int64_t first, BlockNumbers& s, std::span<double> sum) const {
  const std::int64_t count = std::min(rows_per_block, size_ - first);
  const double* y = problem_.band.y.data() + first;
  if (loss_.classes)
    for (std::int64_t i = 0; i < count; ++i) s[static_cast<std::size_t>(i)] *= y[i];
  x_.combine(first, count, s.data(), sum.data());
  const Variables& variables = problem_.variables;
  if (variables.has_intercept())
    sum[variables.features()] += variables.appended() * sum_first(s, static_cast<std::size_t>(count));
}

/// Sets slopes, curvatures, gradient, objective and gap at t and v. of_slopes_, a sum of changes, is computed anew
/// where the sum of |changes|, and so its rounding, has become large beside that of |slopes|.
template <class T>
void SmoothedNewton<T>::evaluate(std::span<const double> v) {
  constexpr double most_changes = 16;
  const SmoothedSums sums = change_slopes(h_);
  add(sums.change_of_gradient, of_slopes_);
  changes_ += sums.changes;
  if (changes_ > most_changes * sums.slopes) {
    sum_slopes();
    changes_ = sums.slopes;
  }
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
    gradient_[j] = problem_.variables.l2(j) * v[j] + problem_.slope[j] + curved[j] + of_slopes_[j];
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
  gram_.add(curvatures_, hessian_);
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
double SmoothedNewton<T>::slope_along(double alpha) {
  const double band = sum_chunks(pool_, padded_, chunk_, 0.0, [&](std::int64_t first, std::int64_t end, double& part) {
    part += with_rows(first, end, [&](const RampRows& chunk) {
      return ops_.slope_along(loss_, h_, chunk, dt_.data() + first, alpha);
    });
  });
  const double of_penalties = penalties_.slopes_along(point_, step_, alpha).first;
  return line_slope_ + alpha * line_curvature_ + band + of_penalties;
}

/// An alpha at which |derivative along the step| is at most `share` of its value at 0, by at most `most` evaluations: 1
/// or beyond, or the end of a bracket closed by the Illinois rule. Each evaluation is a pass over the band: with the
/// wider steps and the bisections of core/zero_bracket.hpp the whole solve took a third longer (skin_nonskin).
template <class T>
double SmoothedNewton<T>::search(double start_slope, double share, int most) {
  double lower = 0;
  double lower_slope = start_slope;
  double upper = 1;
  double upper_slope = slope_along(upper);
  const double enough = share * std::abs(start_slope);
  for (; upper_slope < -enough && most > 0; --most) {
    lower = upper;
    lower_slope = upper_slope;
    upper *= 2;
    upper_slope = slope_along(upper);
  }
  if (std::abs(upper_slope) <= enough || upper_slope < 0) return upper;
  double weight_lower = lower_slope;
  double weight_upper = upper_slope;
  int side = 0;
  for (; most > 0; --most) {
    const double middle = lower + (upper - lower) * (weight_lower / (weight_lower - weight_upper));
    if (!(middle > lower && middle < upper)) break;
    const double slope = slope_along(middle);
    if (std::abs(slope) <= enough) return middle;
    if (slope < 0) {
      lower = middle;
      weight_lower = lower_slope = slope;
      if (side < 0) weight_upper *= 0.5;
      side = -1;
    } else {
      upper = middle;
      weight_upper = upper_slope = slope;
      if (side > 0) weight_lower *= 0.5;
      side = 1;
    }
  }
  return -lower_slope < upper_slope ? lower : upper;
}

/// Moves v along the step by the line search.
template <class T>
void SmoothedNewton<T>::move(std::vector<double>& v) {
  rows_along(step_, dt_);
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
  go_along(alpha);
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
  double lower = loss_.slope;
  double upper = loss_.slope;
  for (int k = 0; k < loss_.ramp_count; ++k) {
    lower += loss_.ramps[static_cast<std::size_t>(k)].lower;
    upper += loss_.ramps[static_cast<std::size_t>(k)].upper;
  }
  std::vector<double> along(t_.size());
  set_hessian();
  penalties_.add_curvature(point_, hessian_);
  if (!cholesky_.factor(hessian_, 0, stop_)) return;
  for (int round = 0; round < rounds; ++round) {
    cholesky_.newton_step(gradient_, step_);
    rows_along(step_, along);
    for (std::size_t i = 0; i < along.size(); ++i)
      if (curvatures_[i] > 0)
        slopes_[i] = std::clamp(slopes_[i] + curvatures_[i] * along[i], c_[i] * lower, c_[i] * upper);
    penalties_.move_duals(point_, step_, penalty_duals_);
    for (std::size_t j = 0; j < v.size(); ++j) v[j] += step_[j];
    sum_slopes();
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
    rows_along_intercept(step_[b]);
    const std::vector<double> curved = multiply(problem_.curvature, step_);
    line_slope_ = dot(problem_.slope, step_) + dot(curved, v) - dot(curved, problem_.reference);
    line_curvature_ = dot(curved, step_);
    constexpr double share = 1e-12;
    constexpr int evaluations = 60;
    const double alpha = search(residual * step_[b], share, evaluations);
    v[b] += alpha * step_[b];
    go_along(alpha);
    evaluate(v);
    if (std::abs(gradient_[b]) >= 0.5 * std::abs(residual)) return;
  }
}

template <class T>
void SmoothedNewton<T>::recentre() {
  if (centres_.empty()) centres_.assign(static_cast<std::size_t>(loss_.ramp_count), std::vector<double>(t_.size()));
  std::vector<double*> centres;
  for (auto& centre : centres_) centres.push_back(centre.data());
  with_rows(0, padded_, [&](const RampRows& all) { ops_.recentre(loss_, h_, all, centres.data()); });
}

template <class T>
std::vector<double> SmoothedNewton<T>::kink_distances() const {
  std::vector<double> distances;
  if (loss_.kink_count == 0) return distances;
  distances.reserve(static_cast<std::size_t>(size_));
  for (const double t : this->t()) distances.push_back(loss_.kink_distance(t));
  return distances;
}

template <class T>
void SmoothedNewton<T>::linearize(double h, GramMatrix& hessian) {
  centres_.clear();
  change_slopes(h);
  hessian = problem_.curvature;
  gram_.add(curvatures_, hessian);
  for (std::size_t j = 0; j < hessian.size(); ++j) hessian.at(j, j) += problem_.variables.l2(j);
  penalties_.add_curvature(point_, hessian);
}

template class SmoothedNewton<float>;
template class SmoothedNewton<double>;

}  // namespace hingeline::internal
