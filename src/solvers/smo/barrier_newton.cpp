// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/barrier_newton.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/infinity.hpp"
#include "kernels/exact_combination.hpp"
#include "solvers/steps/predictor_corrector.hpp"

namespace hingeline::internal {
namespace {

template <class Rows>
void predict(const Rows& rows, const std::vector<double>& w, std::vector<double>& f) {
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = rows.dot(static_cast<std::int64_t>(i), w.data());
}

/// The first a_t / upper_t of variables of one sign in a group of this sum. With both signs a is half the largest
/// possible.
double share_of_upper(const std::array<double, 2>& upper, double sum, double y) {
  const double least = std::min(upper[0], upper[1]);
  const double mine = y > 0 ? upper[0] : upper[1];
  return least > 0 ? 0.5 * least / mine : std::abs(sum) / mine;
}

}  // namespace

template <class Rows>
BarrierNewton<Rows>::BarrierNewton(const QuadraticProgram& program, std::span<const std::int32_t> place,
                                   const Rows& factor)
    : program_(program),
      place_(place),
      factor_(factor),
      gram_(factor_, 0),
      hessian_(static_cast<std::size_t>(factor.cols())),
      of_sums_(static_cast<std::size_t>(program.groups())),
      w_(hessian_.size()),
      w_error_(hessian_.size()),
      f_(static_cast<std::size_t>(factor.rows())),
      by_row_(f_.size()),
      weights_(f_.size()) {}

template <class Rows>
bool BarrierNewton<Rows>::run(const std::vector<double>& a, const FindGap& find_gap, double goal, const Stop& stop) {
  constexpr int most_steps = 100;
  constexpr int patience = 20;
  if (!begin(a)) return false;
  double least = infinity;
  double lowest_mu = infinity;
  std::vector<Variable> best;
  std::vector<double> best_w;
  int last_gain = 0;
  for (int steps = 0; steps < most_steps && steps - last_gain <= patience && !is_due(stop); ++steps) {
    const BarrierGap gap = find_gap(inner(), products());
    const bool is_best = gap.relative < least;
    if (is_best || mu_after(0) < 0.9 * lowest_mu) last_gain = steps;
    lowest_mu = std::min(lowest_mu, mu_after(0));
    if (is_best) {
      least = gap.relative;
      best = variables_;
      best_w = w_;
    }
    if (least <= goal || !factor(stop) || !take_step(least_mu(goal * gap.scale))) break;
  }
  if (best.empty()) return false;
  variables_ = std::move(best);
  w_ = std::move(best_w);
  return true;
}

template <class Rows>
std::vector<double> BarrierNewton<Rows>::inner() const {
  std::vector<double> a;
  for (std::size_t t = 0; t < variables_.size(); ++t) a.push_back(std::min(variables_[t].a, program_.upper[t]));
  return a;
}

/// For variables between their bounds a_t has few digits in the end, but w has them all: these variables are moved,
/// each within its bounds, until G's = w and the sums are right.
template <class Rows>
std::vector<double> BarrierNewton<Rows>::rounded(const Stop& stop) {
  constexpr double slight = 1e-30;  // multipliers so small that I is negligible in I + G'W G
  round();
  predict(factor_, w_, f_);
  for (Variable& x : variables_) x.z = x.v = slight;
  std::vector<double> nearest = inner();
  if (!factor(stop)) return nearest;
  for (double least = distance();;) {
    move_towards_w();
    const double now = distance();
    if (!(now < least)) return nearest;
    nearest = inner();
    if (!(now < 0.5 * least)) return nearest;
    least = now;
  }
}

template <class Rows>
void BarrierNewton<Rows>::round() {
  double multiplier = 0;
  for (const Variable& x : variables_) multiplier += (x.z + x.v) / static_cast<double>(variables_.size());
  for (std::size_t t = 0; t < variables_.size(); ++t) {
    Variable& x = variables_[t];
    const double upper = program_.upper[t];
    if (x.a * multiplier <= x.z * upper)
      x.a = 0;
    else if (x.room * multiplier <= x.v * upper)
      x.a = upper;
    x.room = upper - x.a;
  }
}

template <class Rows>
double BarrierNewton<Rows>::distance() {
  products();
  double largest = 0;
  for (std::size_t i = 0; i < f_.size(); ++i) largest = std::max(largest, std::abs(by_row_[i] - f_[i]));
  return largest;
}

template <class Rows>
void BarrierNewton<Rows>::move_towards_w() {
  solve_with_sums([](std::size_t) { return 0.0; });
  for (std::size_t t = 0; t < variables_.size(); ++t)
    variables_[t].a = std::clamp(variables_[t].a + change_.a[t], 0.0, program_.upper[t]);
}

/// Sets the start; false where the sums admit no a strictly between the bounds.
template <class Rows>
bool BarrierNewton<Rows>::begin(const std::vector<double>& given) {
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

template <class Rows>
bool BarrierNewton<Rows>::set_multipliers() {
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

template <class Rows>
double BarrierNewton<Rows>::slope(std::size_t t) const {
  return program_.y[t] * (f_[place(t)] + beta_[group(t)]) + program_.p[t];
}

template <class Rows>
template <class Value>
typename BarrierNewton<Rows>::Pair BarrierNewton<Rows>::sums_of(const Value& value) const {
  Pair sums = {};
  for (std::size_t t = 0; t < program_.size(); ++t) sums[group(t)] += program_.y[t] * value(t);
  return sums;
}

template <class Rows>
template <class Value>
void BarrierNewton<Rows>::add_up(const Value& value, std::vector<double>& by_row) const {
  std::fill(by_row.begin(), by_row.end(), 0.0);
  for (std::size_t t = 0; t < program_.size(); ++t) by_row[place(t)] += program_.y[t] * value(t);
}

template <class Rows>
std::vector<double> BarrierNewton<Rows>::products() {
  add_up([&](std::size_t t) { return variables_[t].a; }, by_row_);
  const std::vector<double> u = exact_combination(factor_, std::span<const double>(by_row_));
  for (std::size_t j = 0; j < u.size(); ++j) w_error_[j] = u[j] - w_[j];
  predict(factor_, u, by_row_);
  std::vector<double> products(place_.size());
  for (std::size_t i = 0; i < products.size(); ++i)
    if (place_[i] >= 0) products[i] = by_row_[static_cast<std::size_t>(place_[i])];
  return products;
}

/// Factors I + G'W G; false if arithmetic fails, or when told to stop.
template <class Rows>
bool BarrierNewton<Rows>::factor(const Stop& stop) {
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
    const auto i = static_cast<std::size_t>(g);
    solve([&](std::size_t t) { return program_.group(t) == g ? program_.y[t] : 0.0; }, {}, of_sums_[i]);
    schur_[i] = sums_of([&](std::size_t t) { return of_sums_[i].a[t]; });
  }
  return true;
}

/// Solves for the changes of a and w, without dbeta; `w_error` is G's - w, empty for 0.
template <class Rows>
template <class Right>
void BarrierNewton<Rows>::solve(const Right& q, std::span<const double> w_error, Change& change) {
  add_up([&](std::size_t t) { return q(t) / variables_[t].theta; }, by_row_);
  change.w.assign(w_.size(), 0.0);
  std::copy(w_error.begin(), w_error.end(), change.w.begin());
  for (std::size_t i = 0; i < by_row_.size(); ++i)
    factor_.add(static_cast<std::int64_t>(i), by_row_[i], change.w.data());
  cholesky_.solve(change.w);
  predict(factor_, change.w, by_row_);
  change.a.resize(variables_.size());
  for (std::size_t t = 0; t < variables_.size(); ++t)
    change.a[t] = (q(t) - program_.y[t] * by_row_[place(t)]) / variables_[t].theta;
}

/// The dbeta that makes the sums of da those wanted.
template <class Rows>
typename BarrierNewton<Rows>::Pair BarrierNewton<Rows>::shift(const Pair& sums, const Pair& wanted) const {
  const Pair excess = {sums[0] - wanted[0], sums[1] - wanted[1]};
  if (program_.groups() == 1) return {excess[0] / schur_[0][0], 0};
  const double determinant = schur_[0][0] * schur_[1][1] - schur_[0][1] * schur_[1][0];
  return {(schur_[1][1] * excess[0] - schur_[1][0] * excess[1]) / determinant,
          (schur_[0][0] * excess[1] - schur_[0][1] * excess[0]) / determinant};
}

/// Takes a predictor-corrector step; false if arithmetic fails.
template <class Rows>
bool BarrierNewton<Rows>::take_step(double least_mu) {
  const double step = predictor_corrector(
      least_mu, [this](double mu, bool second_order) { find_changes(mu, second_order); },
      [this](double part) { return mu_after(part); }, [this] { return longest_step(); });
  for (Variable& x : variables_) {
    x.a += step * x.da;
    x.room -= step * x.da;
    x.z += step * x.dz;
    x.v += step * x.dv;
  }
  for (const std::size_t g : {0, 1}) beta_[g] += step * dbeta_[g];
  for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += step * change_.w[j];
  predict(factor_, w_, f_);
  return std::isfinite(mu_after(0)) && step > 0;
}

/// Finds the changes for products of mu, corrected by those of the last changes if `second_order`.
template <class Rows>
void BarrierNewton<Rows>::find_changes(double mu, bool second_order) {
  constexpr double most = 3;  // of the mean product
  const double largest = second_order ? most * mu_after(0) : 0;
  for (std::size_t t = 0; t < variables_.size(); ++t) {
    Variable& x = variables_[t];
    x.dz = (mu - std::clamp(x.da * x.dz, -largest, largest)) / x.a;     // the z aimed at if a stays
    x.dv = (mu + std::clamp(x.da * x.dv, -largest, largest)) / x.room;  // likewise
    x.q = x.dz - x.dv - slope(t);
  }
  solve_with_sums([&](std::size_t t) { return variables_[t].q; });
  for (std::size_t t = 0; t < variables_.size(); ++t) {
    Variable& x = variables_[t];
    x.da = change_.a[t];
    x.dz -= x.z + x.z / x.a * x.da;
    x.dv -= x.v - x.v / x.room * x.da;
  }
}

/// Solves for the changes with a dbeta that corrects the sums.
template <class Rows>
template <class Right>
void BarrierNewton<Rows>::solve_with_sums(const Right& q) {
  solve(q, w_error_, change_);
  const Pair now = sums_of([&](std::size_t t) { return variables_[t].a; });
  dbeta_ = shift(sums_of([&](std::size_t t) { return change_.a[t]; }), {sums_[0] - now[0], sums_[1] - now[1]});
  for (std::size_t g = 0; g < of_sums_.size(); ++g) {
    for (std::size_t t = 0; t < variables_.size(); ++t) change_.a[t] -= dbeta_[g] * of_sums_[g].a[t];
    for (std::size_t j = 0; j < w_.size(); ++j) change_.w[j] -= dbeta_[g] * of_sums_[g].w[j];
  }
}

template <class Rows>
double BarrierNewton<Rows>::mu_after(double step) const {
  double sum = 0;
  for (const Variable& x : variables_)
    sum += (x.a + step * x.da) * (x.z + step * x.dz) + (x.room - step * x.da) * (x.v + step * x.dv);
  return sum / (2 * static_cast<double>(variables_.size()));
}

/// The least mu to aim at: a smaller one would only add rounding to Theta.
template <class Rows>
double BarrierNewton<Rows>::least_mu(double gap) const {
  constexpr double share = 0.1;
  return share * gap / (2 * static_cast<double>(variables_.size()));
}

template <class Rows>
double BarrierNewton<Rows>::longest_step() const {
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

template class BarrierNewton<DenseRows<double>>;
template class BarrierNewton<SparseRows<float>>;
template class BarrierNewton<SparseRows<double>>;

}  // namespace hingeline::internal
