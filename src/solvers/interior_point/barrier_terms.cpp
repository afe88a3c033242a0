// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/interior_point/barrier_terms.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/infinity.hpp"
#include "hingeline/error.hpp"
#include "problem/row_cost.hpp"

namespace hingeline::internal {

RampLoss loss_in_pieces(const Problem& problem) {
  if (const std::optional<RampLoss> loss = ramp_form(problem.loss)) return *loss;
  throw InvalidParameter("solver", "interior_point",
                         "needs a loss of at most eight linear or quadratic pieces, the same for all rows: any but "
                         "logistic and some plq losses");
}

BarrierTerms::BarrierTerms(const Problem& problem, const RampLoss& loss, const ExtraRows& extra)
    : extra_(extra), data_rows_(problem.y.size()) {
  const std::vector<double> costs = row_costs(problem);
  slopes_.resize(data_rows_ + extra.size());
  values_.resize(data_rows_);
  for (std::size_t i = 0; i < data_rows_; ++i)
    if (costs[i] > 0) add_row(i, loss, problem.y[i], costs[i]);
  for (std::size_t k = 0; k < extra.size(); ++k) add_extra(data_rows_ + k, extra.term(k));
  state_.resize(terms_.size());
  add_ends();
}

void BarrierTerms::add_row(std::size_t row, const RampLoss& loss, double y, double c) {
  const double sign = loss.sign(y);
  slopes_[row] = c * sign * loss.slope;
  values_[row] = c * (loss.value - loss.slope * loss.shift(y));
  for (int k = 0; k < loss.ramp_count; ++k) {
    const Ramp& ramp = loss.ramps[static_cast<std::size_t>(k)];
    const double m = ramp.rise < jump_rise ? 1 / (c * ramp.rise) : 0;
    if (ramp.upper > ramp.lower) add({row, sign, loss.shift(y) + ramp.at, m, c * ramp.lower, c * ramp.upper, false});
  }
}

void BarrierTerms::add_extra(std::size_t row, const IntervalTerm& term) {
  if (term.l1 > 0) add({row, 1, 0, 0, -term.l1, term.l1, true});
  if (term.lower == term.upper) return add({row, 1, term.lower, 0, -infinity, infinity, false});
  if (std::isfinite(term.lower)) add({row, 1, term.lower, 0, -infinity, 0, false});
  if (std::isfinite(term.upper)) add({row, 1, term.upper, 0, 0, infinity, false});
}

void BarrierTerms::add(const Interval& interval) {
  terms_.push_back(interval);
  ends_ += (std::isfinite(interval.lower) ? 1U : 0U) + (std::isfinite(interval.upper) ? 1U : 0U);
}

void BarrierTerms::add_ends() {
  lowest_ = highest_ = slopes_;
  for (const Interval& t : terms_) {
    lowest_[t.row] += t.sign > 0 ? t.lower : -t.upper;
    highest_[t.row] += t.sign > 0 ? t.upper : -t.lower;
  }
}

double BarrierTerms::v(std::size_t k, std::span<const double> z) const {
  return terms_[k].sign * z[terms_[k].row] - terms_[k].offset;
}

bool BarrierTerms::is_equality(const Interval& t) const {
  return t.m == 0 && std::isinf(t.lower) && std::isinf(t.upper);
}

void BarrierTerms::begin(std::span<const double> z) {
  const Reach reach = reach_of_data(z);
  const double mu = 2 * reach.s * reach.v;
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    State& state = state_[k];
    begin(terms_[k], v(k, z), reach, state);
    state.p = mu / state.to_upper;
    state.q = mu / state.to_lower;
  }
}

BarrierTerms::Reach BarrierTerms::reach_of_data(std::span<const double> z) const {
  Reach reach;
  for (std::size_t k = 0; k < terms_.size() && terms_[k].row < data_rows_; ++k)
    reach.v = std::max(reach.v, std::abs(v(k, z)));
  if (reach.v == 0) reach.v = 1;
  for (std::size_t k = 0; k < terms_.size() && terms_[k].row < data_rows_; ++k) {
    const Interval& t = terms_[k];
    reach.s = std::max(reach.s, 0.5 * (t.m > 0 ? std::min(t.upper - t.lower, reach.v / t.m) : t.upper - t.lower));
  }
  return reach;
}

/// Begins s in the middle of two ends. With a single end, at half the distance from it to which v takes s, or for m = 0
/// at the rows' reach. With none, at v / m, or 0.
void BarrierTerms::begin(const Interval& t, double distance, const Reach& reach, State& state) const {
  const bool has_lower = std::isfinite(t.lower);
  const bool has_upper = std::isfinite(t.upper);
  const double away = t.m > 0 ? 0.5 * std::max(std::abs(distance), 0.01 * reach.v) / t.m : reach.s;
  if (has_lower && has_upper)
    state.s = 0.5 * (t.lower + t.upper);
  else if (has_lower)
    state.s = t.lower + away;
  else if (has_upper)
    state.s = t.upper - away;
  else
    state.s = t.m > 0 ? distance / t.m : 0;
  state.to_upper = t.upper - state.s;
  state.to_lower = state.s - t.lower;
}

BarrierTerms::Nearest BarrierTerms::nearest(std::size_t k) const {
  const State& state = state_[k];
  if (std::isinf(state.to_upper) && std::isinf(state.to_lower)) return {0, state.s};
  if (state.to_upper < state.to_lower) return {terms_[k].upper, -state.to_upper};
  return {terms_[k].lower, state.to_lower};
}

BarrierTerms::Value BarrierTerms::value(std::span<const double> z) const {
  Value sum;
  for (std::size_t i = 0; i < data_rows_; ++i) sum.primal += values_[i] + slopes_[i] * z[i];
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    const Interval& t = terms_[k];
    const double s = state_[k].s;
    const double distance = v(k, z);
    if (t.m > 0) {
      const double exact = std::clamp(distance / t.m, t.lower, t.upper);
      sum.primal += exact * (distance - 0.5 * t.m * exact);
      sum.gap += (exact - s) * (distance - 0.5 * t.m * (exact + s));
    } else if (const double end = distance > 0 ? t.upper : t.lower; std::isfinite(end)) {
      sum.primal += end * distance;
      sum.gap += (distance > 0 ? state_[k].to_upper : -state_[k].to_lower) * distance;
    } else {
      sum.gap += std::abs(s * distance);
    }
  }
  return sum;
}

void BarrierTerms::dual_point(std::span<double> s) const {
  for (std::size_t i = 0; i < slopes_.size(); ++i) s[i] = -slopes_[i];
  for (std::size_t k = 0; k < terms_.size(); ++k) s[terms_[k].row] -= terms_[k].sign * nearest(k).end;
  for (std::size_t k = 0; k < terms_.size(); ++k) s[terms_[k].row] -= terms_[k].sign * nearest(k).distance;
}

void BarrierTerms::clip(std::span<double> s) const {
  for (std::size_t i = 0; i < s.size(); ++i) s[i] = std::clamp(s[i], -highest_[i], -lowest_[i]);
}

void BarrierTerms::hold_at_zero(std::span<double> w) const {
  constexpr double pulled = 1000;  // p / q or q / p is about l1 |w_j| / mu where w_j is not to be 0, else of order 1
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    const double p = state_[k].p;
    const double q = state_[k].q;
    if (terms_[k].is_l1 && std::max(p, q) <= pulled * std::min(p, q)) w[extra_.column(terms_[k].row - data_rows_)] = 0;
  }
}

double BarrierTerms::mu_after(double step) const {
  double sum = 0;
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    const State& state = state_[k];
    if (std::isfinite(terms_[k].upper)) sum += (state.p + step * state.dp) * (state.to_upper - step * state.ds);
    if (std::isfinite(terms_[k].lower)) sum += (state.q + step * state.dq) * (state.to_lower + step * state.ds);
  }
  return ends_ > 0 ? sum / static_cast<double>(ends_) : 0;
}

void BarrierTerms::curve(std::span<double> w) {
  constexpr double stiff = 1e4;  // times the mean W of the data's rows; extra rows are scaled to norms like columns'
  std::fill(w.begin(), w.end(), 0.0);
  double sum = 0;
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    if (is_equality(terms_[k])) continue;
    State& state = state_[k];
    state.curvature = 1 / (terms_[k].m + state.p / state.to_upper + state.q / state.to_lower);
    w[terms_[k].row] += state.curvature;
    if (terms_[k].row < data_rows_) sum += state.curvature;
  }
  for (std::size_t k = 0; k < terms_.size(); ++k)
    if (is_equality(terms_[k])) w[terms_[k].row] += state_[k].curvature = stiff * sum / static_cast<double>(data_rows_);
}

void BarrierTerms::aim(std::span<const double> z, double mu, bool second_order, std::span<double> pull) {
  constexpr double most = 3;  // of the mean product
  const double largest = second_order ? most * mu_after(0) : 0;
  std::fill(pull.begin(), pull.end(), 0.0);
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    State& state = state_[k];
    state.aim_p = mu + std::clamp(state.dp * state.ds, -largest, largest);
    state.aim_q = mu - std::clamp(state.dq * state.ds, -largest, largest);
    state.rho = terms_[k].m * state.s + state.aim_p / state.to_upper - state.aim_q / state.to_lower - v(k, z);
    pull[terms_[k].row] += terms_[k].sign * state.curvature * state.rho;
  }
}

void BarrierTerms::take_changes(std::span<const double> dz) {
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    State& state = state_[k];
    state.ds = state.curvature * (terms_[k].sign * dz[terms_[k].row] - state.rho);
    state.dp = (state.aim_p + state.p * state.ds) / state.to_upper - state.p;
    state.dq = (state.aim_q - state.q * state.ds) / state.to_lower - state.q;
  }
}

double BarrierTerms::longest_step() const {
  double shortest = 0;  // 1 / step
  const auto keep_above_0 = [&shortest](double number, double change) {
    if (-change > shortest * number) shortest = -change / number;
  };
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    const State& state = state_[k];
    keep_above_0(state.to_upper, -state.ds);
    keep_above_0(state.to_lower, state.ds);
    keep_above_0(state.p, state.dp);
    keep_above_0(state.q, state.dq);
  }
  return 1 / shortest;
}

void BarrierTerms::move(double step) {
  for (std::size_t k = 0; k < terms_.size(); ++k) {
    State& state = state_[k];
    state.to_upper -= step * state.ds;
    state.to_lower += step * state.ds;
    state.p += step * state.dp;
    state.q += step * state.dq;
    state.s += step * state.ds;
    const Nearest to = nearest(k);
    state.s = to.end + to.distance;
  }
}

}  // namespace hingeline::internal
