// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/barrier_newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/infinity.hpp"
#include "kernels/exact_combination.hpp"

namespace hingeline::internal {
namespace {

void predict(const DenseRows<double>& rows, const std::vector<double>& w, std::vector<double>& f) {
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = rows.dot(static_cast<std::int64_t>(i), w.data());
}

/// a_t / upper_t of each variable of a sign in a group that has this sum: of both signs half of what can be.
double share_of_upper(const std::array<double, 2>& upper, double sum, double y) {
  const double least = std::min(upper[0], upper[1]);
  const double mine = y > 0 ? upper[0] : upper[1];
  return least > 0 ? 0.5 * least / mine : std::abs(sum) / mine;
}

}  // namespace

BarrierNewton::BarrierNewton(const QuadraticProgram& program, std::span<const std::int32_t> place,
                             const DenseView<double>& factor)
    : program_(program),
      place_(place),
      factor_(factor),
      gram_(factor_, 0),
      hessian_(static_cast<std::size_t>(factor.cols)),
      w_(hessian_.size()),
      dw_(hessian_.size()),
      f_(static_cast<std::size_t>(factor.rows)),
      by_row_(f_.size()),
      weights_(f_.size()) {}

bool BarrierNewton::run(const std::vector<double>& a, const FindGap& find_gap, double goal, const Stop& stop) {
  constexpr int most_steps = 60;
  constexpr int patience = 8;
  if (!begin(a)) return false;
  double least = infinity;
  double lowest_mu = infinity;
  std::vector<Variable> best;
  int last_gain = 0;
  for (int steps = 0; steps < most_steps && steps - last_gain <= patience && !is_due(stop); ++steps) {
    const Gap gap = find_gap(inner(), products());
    const bool is_best = gap.relative < least;
    if (is_best || mu_after(0) < 0.9 * lowest_mu) last_gain = steps;
    lowest_mu = std::min(lowest_mu, mu_after(0));
    if (is_best) {
      least = gap.relative;
      best = variables_;
    }
    if (least <= goal || !factor(stop) || !take_step(least_mu(goal * gap.scale))) break;
  }
  if (best.empty()) return false;
  variables_ = std::move(best);
  return true;
}

std::vector<double> BarrierNewton::inner() const {
  std::vector<double> a;
  for (std::size_t t = 0; t < variables_.size(); ++t) a.push_back(std::min(variables_[t].a, program_.upper[t]));
  return a;
}

std::vector<double> BarrierNewton::rounded() const {
  std::vector<double> a = inner();
  double multiplier = 0;
  for (const Variable& x : variables_) multiplier += (x.z + x.v) / static_cast<double>(a.size());
  for (std::size_t t = 0; t < a.size(); ++t) {
    const Variable& x = variables_[t];
    const double upper = program_.upper[t];
    if (x.a * multiplier <= x.z * upper)
      a[t] = 0;
    else if (x.room * multiplier <= x.v * upper)
      a[t] = upper;
  }
  return a;
}

/// False where sums leave nothing between the bounds.
bool BarrierNewton::begin(const std::vector<double>& given) {
  constexpr double least_share = 1e-6;
  sums_ = sums_of([&](std::size_t t) { return given[t]; });
  std::array<Pair, 2> upper = {};  // by group and sign
  for (std::size_t t = 0; t < given.size(); ++t) upper[group(t)][program_.y[t] > 0 ? 0 : 1] += program_.upper[t];
  variables_.clear();
  for (std::size_t t = 0; t < given.size(); ++t) {
    const double share = share_of_upper(upper[group(t)], sums_[group(t)], program_.y[t]);
    if (!(share >= least_share && share <= 1 - least_share)) return false;
    variables_.push_back({share * program_.upper[t], (1 - share) * program_.upper[t]});
  }
  std::fill(w_.begin(), w_.end(), 0.0);
  std::fill(f_.begin(), f_.end(), 0.0);
  return set_multipliers();
}

bool BarrierNewton::set_multipliers() {
  Pair total = {};
  Pair count = {};
  for (std::size_t t = 0; t < variables_.size(); ++t) {
    total[group(t)] += program_.y[t] * program_.p[t];
    ++count[group(t)];
  }
  for (const std::size_t g : {0, 1}) beta_[g] = count[g] > 0 ? -total[g] / count[g] : 0;
  double mean = 0;
  for (std::size_t t = 0; t < variables_.size(); ++t) mean += std::abs(slope(t));
  mean = mean > 0 ? mean / static_cast<double>(variables_.size()) : 1;
  for (std::size_t t = 0; t < variables_.size(); ++t) {
    variables_[t].z = std::max(slope(t), 0.0) + mean;
    variables_[t].v = std::max(-slope(t), 0.0) + mean;
  }
  return std::isfinite(mean);
}

double BarrierNewton::slope(std::size_t t) const {
  return program_.y[t] * (f_[place(t)] + beta_[group(t)]) + program_.p[t];
}

template <class Value>
BarrierNewton::Pair BarrierNewton::sums_of(const Value& value) const {
  Pair sums = {};
  for (std::size_t t = 0; t < program_.size(); ++t) sums[group(t)] += program_.y[t] * value(t);
  return sums;
}

template <class Value>
void BarrierNewton::add_up(const Value& value, std::vector<double>& by_row) const {
  std::fill(by_row.begin(), by_row.end(), 0.0);
  for (std::size_t t = 0; t < program_.size(); ++t) by_row[place(t)] += program_.y[t] * value(t);
}

std::vector<double> BarrierNewton::products() {
  add_up([&](std::size_t t) { return variables_[t].a; }, by_row_);
  combination_ = exact_combination(factor_, std::span<const double>(by_row_));
  predict(factor_, combination_, by_row_);
  std::vector<double> products(place_.size());
  for (std::size_t i = 0; i < products.size(); ++i)
    if (place_[i] >= 0) products[i] = by_row_[static_cast<std::size_t>(place_[i])];
  return products;
}

/// False where arithmetic gives out, or when told to stop.
bool BarrierNewton::factor(const Stop& stop) {
  std::fill(weights_.begin(), weights_.end(), 0.0);
  for (std::size_t t = 0; t < variables_.size(); ++t) {
    Variable& x = variables_[t];
    x.theta = x.z / x.a + x.v / x.room;
    weights_[place(t)] += 1 / x.theta;
  }
  hessian_.clear();
  if (!gram_.add(weights_, hessian_, stop)) return false;
  for (std::size_t j = 0; j < hessian_.size(); ++j) hessian_.at(j, j) += 1;
  if (!cholesky_.factor(hessian_, 0, stop)) return false;
  for (int g = 0; g < program_.groups(); ++g) {
    solve([&](std::size_t t) { return program_.group(t) == g ? program_.y[t] : 0.0; }, false);
    schur_[static_cast<std::size_t>(g)] = sums_of([&](std::size_t t) { return variables_[t].da; });
  }
  return true;
}

template <class Right>
void BarrierNewton::solve(const Right& q, bool follow) {
  add_up([&](std::size_t t) { return q(t) / variables_[t].theta; }, by_row_);
  for (std::size_t j = 0; j < dw_.size(); ++j) dw_[j] = follow ? combination_[j] - w_[j] : 0;
  for (std::size_t i = 0; i < by_row_.size(); ++i) factor_.add(static_cast<std::int64_t>(i), by_row_[i], dw_.data());
  cholesky_.solve(dw_);
  predict(factor_, dw_, by_row_);
  for (std::size_t t = 0; t < variables_.size(); ++t)
    variables_[t].da = (q(t) - program_.y[t] * by_row_[place(t)]) / variables_[t].theta;
}

/// dbeta, by which the sums of da become those wanted.
BarrierNewton::Pair BarrierNewton::shift(const Pair& sums, const Pair& wanted) const {
  const Pair excess = {sums[0] - wanted[0], sums[1] - wanted[1]};
  if (program_.groups() == 1) return {excess[0] / schur_[0][0], 0};
  const double determinant = schur_[0][0] * schur_[1][1] - schur_[0][1] * schur_[1][0];
  return {(schur_[1][1] * excess[0] - schur_[1][0] * excess[1]) / determinant,
          (schur_[0][0] * excess[1] - schur_[0][1] * excess[0]) / determinant};
}

/// False where arithmetic gives out.
bool BarrierNewton::take_step(double least_mu) {
  constexpr double short_step = 0.1;
  const double mu = mu_after(0);
  find_changes(0, false);
  const double left = mu_after(std::min(1.0, longest_step())) / mu;
  find_changes(std::max(left * left * left * mu, least_mu), true);
  if (step_length() < short_step) find_changes(0.5 * mu, false);
  const double step = step_length();
  for (Variable& x : variables_) {
    x.a += step * x.da;
    x.room -= step * x.da;
    x.z += step * x.dz;
    x.v += step * x.dv;
  }
  for (const std::size_t g : {0, 1}) beta_[g] += step * dbeta_[g];
  for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += step * dw_[j];
  predict(factor_, w_, f_);
  return std::isfinite(mu_after(0)) && step > 0;
}

/// Towards products of mu, corrected for those of the last changes where `second_order`.
void BarrierNewton::find_changes(double mu, bool second_order) {
  for (std::size_t t = 0; t < variables_.size(); ++t) {
    Variable& x = variables_[t];
    const double da = second_order ? x.da : 0;
    x.dz = (mu - da * x.dz) / x.a;     // what z is to be where a stays
    x.dv = (mu + da * x.dv) / x.room;  // likewise
    x.q = x.dz - x.dv - slope(t);
  }
  solve([&](std::size_t t) { return variables_[t].q; }, true);
  const Pair now = sums_of([&](std::size_t t) { return variables_[t].a; });
  dbeta_ = shift(sums_of([&](std::size_t t) { return variables_[t].da; }), {sums_[0] - now[0], sums_[1] - now[1]});
  solve([&](std::size_t t) { return variables_[t].q - program_.y[t] * dbeta_[group(t)]; }, true);
  for (Variable& x : variables_) {
    x.dz -= x.z + x.z / x.a * x.da;
    x.dv -= x.v - x.v / x.room * x.da;
  }
}

double BarrierNewton::mu_after(double step) const {
  double sum = 0;
  for (const Variable& x : variables_)
    sum += (x.a + step * x.da) * (x.z + step * x.dz) + (x.room - step * x.da) * (x.v + step * x.dv);
  return sum / (2 * static_cast<double>(variables_.size()));
}

/// Of smaller ones Theta is more of rounding.
double BarrierNewton::least_mu(double gap) const {
  constexpr double share = 0.1;
  return share * gap / (2 * static_cast<double>(variables_.size()));
}

double BarrierNewton::step_length() const {
  constexpr double next_to_end = 0.995;
  return std::min(1.0, next_to_end * longest_step());
}

double BarrierNewton::longest_step() const {
  double longest = infinity;
  const auto end = [&](double value, double change) {
    if (change < 0) longest = std::min(longest, -value / change);
  };
  for (const Variable& x : variables_) {
    end(x.a, x.da);
    end(x.room, -x.da);
    end(x.z, x.dz);
    end(x.v, x.dv);
  }
  return longest;
}

}  // namespace hingeline::internal
