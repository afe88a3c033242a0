// SPDX-License-Identifier: BSD-3-Clause
//
// A Newton step on all free rows at once, between passes of dual coordinate descent.
//
// Optimal   s_i = T_i(p_i - q_i s_i), p_i the prediction and T_i the exact step of row i (losses/loss_concept.hpp)
// Free      the rows F whose step has a slope t_i > 0 where they are. With r_i = (T_i - s_i) / t_i, h_i = 1 / t_i - q_i
// System    (X_F X_F' + diag h) d = r, rows extended by their share in the intercept (intercept_centre.hpp)
// Exact     for losses of linear and quadratic pieces, while every row stays on its piece
// Solved    by conjugate residuals, scaled to a unit diagonal. The gap is c_i |r_i| summed over rows at a kink, of
//           first order in r though the dual is of second: coordinate descent has the dual right long before the
//           primal, and what shrinks here is r itself
// Leaves    rows that d takes off their piece go where their own step takes them, and coordinate descent goes on
// Length    1, or halved until the dual loses next to nothing on the way there: rows that leave their piece know
//           nothing of each other, and a few may lose more than the next pass regains, time and again. Often they do
//           not
// Cost      an iteration reads the rows of F twice, as a pass does, and the length as much as one; its sums of rows
//           take the place of w, which is to be made anew in the end
// Source    Newton's method on a face of a box, after coordinate descent has found the face: More and Toraldo, SIAM J.
//           Optimization 1991
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "losses/loss_concept.hpp"
#include "solvers/common/monitor.hpp"
#include "solvers/dual_cd/conjugate_residuals.hpp"
#include "solvers/dual_cd/dual_row.hpp"
#include "solvers/dual_cd/intercept_centre.hpp"

namespace hingeline::internal {

/// What it asks of a loss, a call each: beside products with rows they cost nothing, and it is compiled once.
struct FreeRowLoss {
  virtual ~FreeRowLoss() = default;
  virtual double step(const DualRow& row, double v, double q) const = 0;
  virtual double step_slope(const DualRow& row, double v, double q) const = 0;
  virtual double conjugate(const DualRow& row, double s) const = 0;
  virtual Interval domain(const DualRow& row) const = 0;
};

template <LossSheet Loss>
struct FreeRowLossOf final : FreeRowLoss {
  explicit FreeRowLossOf(const Loss& sheet) : loss(sheet) {}
  double step(const DualRow& row, double v, double q) const override { return loss.step(row.y, row.c, v, q); }
  double step_slope(const DualRow& row, double v, double q) const override {
    return loss.step_slope(row.y, row.c, v, q);
  }
  double conjugate(const DualRow& row, double s) const override { return loss.conjugate(row.y, row.c, s); }
  Interval domain(const DualRow& row) const override { return loss.domain(row.y, row.c); }
  const Loss& loss;
};

template <RowMatrix Rows>
class FreeRowsNewton {
 public:
  /// Looks for F among `active` where the dual variables `rows`, w = sum_i s_i x_i and their intercept are. From
  /// solve() on w is not that, until the caller sums the rows again.
  FreeRowsNewton(const Rows& x, const FreeRowLoss& loss, std::span<const std::uint32_t> active, std::span<DualRow> rows,
                 std::span<double> w, InterceptCentre& centre)
      : x_(x), loss_(loss), rows_(rows), w_(w), centre_(centre) {
    for (const std::uint32_t i : active) add_if_free(i);
    std::ranges::sort(free_, {}, &Free::row);
  }

  std::size_t size() const { return free_.size(); }

  /// More rows at kinks than there are columns: the solution is not unique, and most of them far.
  bool is_singular() const {
    const auto kinks = std::ranges::count(free_, 0.0, &Free::curvature);
    return kinks > x_.cols();
  }

  /// Solves the system to a gap of about `enough`, or by `most` iterations, or until `monitor` says that time is up.
  /// Returns their number.
  int solve(double enough, int most, const Monitor& monitor) {
    start_.clear();
    for (const Free& f : free_) start_.push_back(residual(f));
    step_.resize(free_.size());
    left_.resize(free_.size());
    ConjugateResiduals system(start_);
    const int products = system.solve([this](auto v, auto out) { multiply(v, out); },
                                      [&](auto r) { return gap(r) <= enough || monitor.stop_status(); }, most, step_);
    std::ranges::copy(system.residual(), left_.begin());
    return products;
  }

  /// Finds where the solution takes s. Returns the number of rows that it takes off their piece.
  std::size_t place_rows() {
    std::size_t departures = 0;
    target_.resize(free_.size());
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const Place to = place(k);
      departures += to.departed;
      target_[k] = to.s;
    }
    return departures;
  }

  /// The share of the way there on which the dual loses at most `slack`: 1, halved; 0 where that is next to nothing.
  double length(double slack) {
    constexpr double shortest = 1.0 / 64;
    double slope = 0;
    for (std::size_t k = 0; k < free_.size(); ++k) slope -= change(k) * free_[k].prediction;
    const double curvature = squared_norm_of_change();
    const auto gain = [&](double length) {
      return length * (slope - 0.5 * length * curvature) - conjugate_rise(length);
    };
    for (double length = 1; length >= shortest; length /= 2)
      if (gain(length) >= -slack) return length;
    return 0;
  }

  /// Moves s and the intercept so far.
  void move(double length) {
    for (std::size_t k = 0; k < free_.size(); ++k) {
      DualRow& row = rows_[free_[k].row];
      const double s = std::lerp(row.s, target_[k], length);
      centre_.add(free_[k].row, s - row.s);
      row.s = s;
    }
  }

 private:
  struct Free {
    std::uint32_t row;
    double prediction;
    double root;       // sqrt(t), what the system is scaled by
    double curvature;  // h
  };

  void add_if_free(std::uint32_t i) {
    const DualRow& row = rows_[i];
    const double q = row.q + centre_.tau2();
    const double p = x_.dot(i, w_.data()) + centre_.offset(i);
    const double v = p - q * row.s;
    const double slope = loss_.step_slope(row, v, q);
    if (!(slope > 0)) return;
    const double beyond = 1 / slope - q;
    const bool is_kink = beyond <= 4 * std::numeric_limits<double>::epsilon() * q;  // where the slope is 1 / q
    free_.push_back({i, p, std::sqrt(slope), is_kink ? 0 : beyond});
  }

  double residual(const Free& f) const {
    const DualRow& row = rows_[f.row];
    const double q = row.q + centre_.tau2();
    return (loss_.step(row, f.prediction - q * row.s, q) - row.s) / f.root;
  }

  void multiply(std::span<const double> v, std::span<double> out) {
    const auto share = sum_changes([&](std::size_t k) { return free_[k].root * v[k]; });
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const Free& f = free_[k];
      out[k] = f.root * (moved(f, share) + f.curvature * f.root * v[k]);
    }
  }

  /// Of all rows extended by their share in the intercept.
  double squared_norm_of_change() {
    const auto share = sum_changes([this](std::size_t k) { return change(k); });
    double total = 0;
    for (std::size_t k = 0; k < free_.size(); ++k) total += change(k) * moved(free_[k], share);
    return total;
  }

  /// w = sum_k change(k) x_k, and what it means to the intercept.
  template <class Change>
  InterceptCentre::Share sum_changes(const Change& change) {
    std::ranges::fill(w_, 0.0);
    InterceptCentre::Share share;
    for (std::size_t k = 0; k < free_.size(); ++k) {
      x_.add(free_[k].row, change(k), w_.data());
      centre_.add_to(share, free_[k].row, change(k));
    }
    return share;
  }

  /// By how much they move the row's prediction.
  double moved(const Free& f, const InterceptCentre::Share& share) const {
    return x_.dot(f.row, w_.data()) + centre_.offset(f.row, share);
  }

  double change(std::size_t k) const { return target_[k] - rows_[free_[k].row].s; }

  double conjugate_rise(double length) const {
    double rise = 0;
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const DualRow& row = rows_[free_[k].row];
      rise += loss_.conjugate(row, std::lerp(row.s, target_[k], length)) - loss_.conjugate(row, row.s);
    }
    return rise;
  }

  /// What the residual amounts to: c |r| at a kink, r^2 / 2h on a curve.
  double gap(std::span<const double> r) const {
    double total = 0;
    for (std::size_t k = 0; k < free_.size(); ++k) {
      const Free& f = free_[k];
      const double distance = std::abs(r[k]) / f.root;
      const double line = rows_[f.row].c * distance;
      total += f.curvature > 0 ? std::min(line, distance * distance / (2 * f.curvature)) : line;
    }
    return total;
  }

  struct Place {
    double s;
    bool departed;
  };

  /// Where row k comes to lie: as solved, or where its own step takes it from there if that is off its piece.
  Place place(std::size_t k) const {
    const Free& f = free_[k];
    const DualRow& row = rows_[f.row];
    const double q = row.q + centre_.tau2();
    const double change = f.root * step_[k];
    const double s = row.s + change;
    const double p = f.prediction + (start_[k] - left_[k]) / f.root - f.curvature * change;
    const double stepped = loss_.step(row, p - q * s, q);
    const double linear = f.root * left_[k];
    if (std::abs(stepped - (s + linear)) > rounding * (std::abs(row.s) + std::abs(change) + std::abs(linear)))
      return {stepped, true};
    const Interval domain = loss_.domain(row);
    return {std::clamp(s, domain.lower, domain.upper), false};
  }

  static constexpr double rounding = 1e-7;

  const Rows& x_;
  const FreeRowLoss& loss_;
  const std::span<DualRow> rows_;
  const std::span<double> w_;
  InterceptCentre& centre_;
  std::vector<Free> free_;
  std::vector<double> start_;   // the scaled residual r
  std::vector<double> step_;    // the scaled d
  std::vector<double> left_;    // the residual that d leaves, scaled
  std::vector<double> target_;  // s
};

}  // namespace hingeline::internal
