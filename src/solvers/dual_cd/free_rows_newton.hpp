// SPDX-License-Identifier: BSD-3-Clause
//
// A Newton step on all free rows at once, between passes of dual coordinate descent.
//
// Optimal   s_i = T_i(p_i - q_i s_i), p_i the prediction and T_i the exact step of row i (losses/loss_concept.hpp)
// Free      F are the rows whose step has a slope t_i = -dT_i/dv > 0 at the present point. With r_i = (T_i - s_i) / t_i
//           and h_i = 1 / t_i - q_i,
// System    (X_F X_F' + diag h) d = r    for the change d of s_F, rows extended by the intercept (intercept_centre.hpp)
// Exact     for piecewise linear-quadratic losses, while every row stays on its piece
// Solved    by conjugate residuals, scaled to a unit diagonal. Rows at a kink have the gap c_i |r_i|, of first order in
//           r, while the error of D is of second order: coordinate descent has D right long before P, and this method
//           reduces |r| itself
// Leaves    rows that d takes off their piece go where their own step takes them; coordinate descent continues there
// Length    1, or halved until the dual loses next to nothing: the steps of rows that leave their piece ignore each
//           other, and a few may lose more than the next pass regains, time and again. Often they do not
// Cost      an iteration reads the rows of F twice, as a pass does, and so does finding the length. Sums of rows
//           overwrite w, which must be recomputed in the end
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
#include "solvers/dual_cd/conjugate_residuals.hpp"
#include "solvers/dual_cd/dual_row.hpp"
#include "solvers/dual_cd/intercept_centre.hpp"
#include "solvers/progress/monitor.hpp"

namespace hingeline::internal {

/// What is asked of a loss, by virtual calls: they cost little beside products with rows, and the method is compiled
/// once for all losses.
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
  /// Finds F among `active`, at the dual variables in `rows`, w = sum_i s_i x_i and their intercept. solve() overwrites
  /// w, which the caller must recompute.
  FreeRowsNewton(const Rows& x, const FreeRowLoss& loss, std::span<const std::uint32_t> active, std::span<DualRow> rows,
                 std::span<double> w, InterceptCentre& centre)
      : x_(x), loss_(loss), rows_(rows), w_(w), centre_(centre) {
    for (const std::uint32_t i : active) add_if_free(i);
    std::ranges::sort(free_, {}, &Free::row);
  }

  std::size_t size() const { return free_.size(); }

  /// Whether more rows are at kinks than there are columns: solutions are then not unique, and most are far away.
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

  /// Sets the s that the solution leads to. Returns the number of rows that leave their piece.
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

  /// The largest step length of 1, 1/2, ..., 1/64 at which the dual loses at most `slack`, else 0.
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

  /// Takes a step of this length in s and the intercept.
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

  /// |sum_k change(k) x_k|^2, rows extended by the intercept.
  double squared_norm_of_change() {
    const auto share = sum_changes([this](std::size_t k) { return change(k); });
    double total = 0;
    for (std::size_t k = 0; k < free_.size(); ++k) total += change(k) * moved(free_[k], share);
    return total;
  }

  /// Sets w = sum_k change(k) x_k; returns the changes' share in the intercept.
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

  /// The change of a row's prediction by these changes.
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

  /// The gap that a (scaled) residual amounts to: c |r| at a kink, min(c |r|, r^2 / (2 h)) on a curve.
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

  /// The new s of row k: as solved, or where its own step takes it from there, if that is on another piece.
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
