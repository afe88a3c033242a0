// SPDX-License-Identifier: BSD-3-Clause
//
// The theta_k of interior_point.hpp, and what its equations say of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "hingeline/problem.hpp"
#include "losses/ramps.hpp"
#include "penalties/interval_term.hpp"
#include "solvers/common/extra_rows.hpp"

namespace hingeline::internal {

/// Throws InvalidParameter where the problem's loss is none.
RampLoss loss_in_pieces(const Problem& problem);

class BarrierTerms {
 public:
  /// Of the problem's rows, and of those behind them.
  BarrierTerms(const Problem& problem, const RampLoss& loss, const ExtraRows& extra);

  /// Between all ends, as far as predictions z call for.
  void begin(std::span<const double> z);

  struct Value {
    double primal = 0;  ///< the losses and what theta has of the others, limits being held
    double gap = 0;     ///< sum_k theta(v) + theta*(s) - s v
  };
  Value value(std::span<const double> z) const;

  /// s by row, as problem/certificate.hpp has it: X's = l2 w.
  void dual_point(std::span<double> s) const;
  /// Into what the ends allow.
  void clip(std::span<double> s) const;
  /// Sets coefficients to 0 that an L1 penalty pulls from neither side.
  void hold_at_zero(std::span<double> w) const;

  /// How many products there are.
  std::size_t ends() const { return ends_; }
  /// The mean product, when the changes are taken this far.
  double mu_after(double step) const;

  /// W by row.
  void curve(std::span<double> w);
  /// Sets rho; `pull` is W rho by row. `second_order` corrects for products of the last changes.
  void aim(std::span<const double> z, double mu, bool second_order, std::span<double> pull);
  /// The changes of all but w where predictions change by dz.
  void take_changes(std::span<const double> dz);
  /// How many times the changes can be taken before something comes to its end; 0 to infinity.
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
  /// Where a theta stands, and how that is to change.
  struct State {
    double s;
    double to_upper;  // upper - s and s - lower, which s next to an end has no digits for
    double to_lower;
    double p;
    double q;
    double ds;
    double dp;
    double dq;
    double curvature;  // W
    double rho;
    double aim_p;  // what the products are to be
    double aim_q;
  };

  /// s as the end that it is next to, and how far it is from there: the sum has no digits for that.
  struct Nearest {
    double end;  // 0 for none
    double distance;
  };

  /// How far v and s of the data's rows are or may go.
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
  std::vector<double> lowest_;  // of a row's derivative, likewise
  std::vector<double> highest_;
  std::vector<double> values_;  // what the primal has of a row at z = 0 but for theta
  std::vector<Interval> terms_;
  std::vector<State> state_;
  std::size_t ends_ = 0;
};

}  // namespace hingeline::internal
