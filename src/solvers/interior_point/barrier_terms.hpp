// SPDX-License-Identifier: BSD-3-Clause
//
// The theta_k of interior_point.hpp, with their s, p, q and the changes of these.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"
#include "losses/ramps.hpp"
#include "penalties/interval_term.hpp"
#include "solvers/rows/extra_rows.hpp"

namespace hingeline::internal {

/// The ramp_form() of the problem's loss. Throws InvalidParameter where it has none.
RampLoss loss_in_pieces(const Problem& problem);

class BarrierTerms {
 public:
  /// The terms of the problem's rows, and of the extra rows behind them.
  BarrierTerms(const Problem& problem, const RampLoss& loss, const ExtraRows& extra);

  /// Sets s, p and q strictly inside their ranges, to the scale that predictions z suggest.
  void begin(std::span<const double> z);

  struct Value {
    double primal = 0;  ///< losses and L1 penalties; limits count as satisfied
    double gap = 0;     ///< sum_k theta(v) + theta*(s) - s v; |s v| where a limit is violated
  };
  Value value(std::span<const double> z) const;

  /// Sets s by row, with the sign of problem/certificate.hpp: X's = l2 w at the optimum.
  void dual_point(std::span<double> s) const;
  /// Clips s by row to the ends.
  void clip(std::span<double> s) const;
  /// Sets coefficients to 0 that an L1 penalty holds there: s strictly between -l1 and l1 as mu falls to 0.
  void hold_at_zero(std::span<double> w) const;

  /// The number of finite ends, and so of products p (upper - s) and q (s - lower).
  std::size_t ends() const { return ends_; }
  /// The mean product after this part of the changes.
  double mu_after(double step) const;

  /// Sets W, and `w` to its sum by row.
  void curve(std::span<double> w);
  /// Sets rho; `pull` is W rho by row. `second_order` corrects for products of the last changes.
  void aim(std::span<const double> z, double mu, bool second_order, std::span<double> pull);
  /// Sets the changes of s, p and q for changes dz of predictions.
  void take_changes(std::span<const double> dz);
  /// The largest multiple of the changes, 0 to infinity, at which p, q >= 0 and s is within its ends.
  double longest_step() const;
  void move(double step);

 private:
  struct Interval {
    std::size_t row;
    double sign;
    double offset;  // v = sign z - offset
    double m;
    double lower;
    double upper;
    bool is_l1;
  };
  /// The state of a theta, and its changes.
  struct State {
    double s;
    double to_upper;  // upper - s and s - lower, stored, as these differences cancel next to an end
    double to_lower;
    double p;
    double q;
    double ds;
    double dp;
    double dq;
    double curvature;  // W
    double rho;
    double aim_p;  // the products aimed at
    double aim_q;
  };

  /// s as the end nearest to it and the distance from there, as their sum would round the distance.
  struct Nearest {
    double end;  // 0 for none
    double distance;
  };

  /// The scale of v and s over the data's rows.
  struct Reach {
    double v = 0;
    double s = 0;
  };

  void add_row(std::size_t row, const RampLoss& loss, double y, double c);
  void add_extra(std::size_t row, const IntervalTerm& term);
  void add(const Interval& interval);
  void add_ends();
  double v(std::size_t k, std::span<const double> z) const;
  Nearest nearest(std::size_t k) const;
  bool is_equality(const Interval& t) const;
  Reach reach_of_data(std::span<const double> z) const;
  void begin(const Interval& t, double distance, const Reach& reach, State& state) const;

  const ExtraRows& extra_;
  std::size_t data_rows_;
  std::vector<double> slopes_;  // by row
  std::vector<double> lowest_;  // bounds of a row's derivative, by row
  std::vector<double> highest_;
  std::vector<double> values_;  // a row's loss at z = 0 without its theta
  std::vector<Interval> terms_;
  std::vector<State> state_;
  std::size_t ends_ = 0;
};

}  // namespace hingeline::internal
