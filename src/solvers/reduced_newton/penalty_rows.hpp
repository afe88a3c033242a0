// SPDX-License-Identifier: BSD-3-Clause
//
// What a penalty other than a ridge, bounds and constraints add to a reduced problem: rows a_k of their own
// (solvers/common/extra_rows.hpp), a unit vector each or one of A, whose functions r_k are smoothed as the augmented
// Lagrangian method does it,
//
//     r~_k(v)  = min_z  r_k(z) + m_k (z - a_k'v) + (z - a_k'v)^2 / (2 q_k)
//     s_k      = -d r~_k = step(a_k'v - q_k m_k, q_k),   in the domain of r_k*
//     Gap      r_k(z) + r_k*(-s_k) + s_k z at the z that is allowed and nearest to a_k'v, and |s_k| times how far it is
//     Centres  m := s takes from it what q_k lets through, some orders; where it does not, q_k falls
//
// q_k = a_k' diag(H)^-1 a_k / 100, H the Hessian of everything else: 100 times as stiff as that is along a_k, whatever
// the scale of columns. So stiff a kink would stop every line search over the rows of the band, each of which reads
// them all: a Newton step is the minimum of the quadratic model and all r~_k together,
//
//     minimise over p    g'p + 1/2 p'H p + sum_k r~_k(v + p),
//
// by Newton's method with line searches on d x d numbers.
//
// Cost: d^3 / 3 flops a round of the model, some of which a step takes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "hingeline/problem.hpp"
#include "penalties/regularizer.hpp"
#include "problem/violation_scale.hpp"
#include "solvers/common/extra_rows.hpp"
#include "solvers/common/line_minimum.hpp"
#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/common/variables.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

class PenaltyRows {
 public:
  /// `stop` says that there is no time left.
  PenaltyRows(const Problem& problem, const ViolationScale& violations, double appended, Stop stop = {});

  bool empty() const { return rows_.size() == 0; }

  /// Of the penalty of v_j; 0 for a free intercept.
  double l1(std::size_t j) const { return variables_.is_penalized(j) ? regularizer_.term(j).l1 : 0; }

  /// Chooses q, given the diagonal of H.
  void soften(std::span<const double> diagonal);

  /// At a point v.
  struct Sums {
    double value = 0;      ///< sum_k r_k at the allowed z
    double gap = 0;        ///< the sheet's
    double violation = 0;  ///< the largest, as violation_scale.hpp measures them
  };

  /// s_k.
  std::vector<double> duals(std::span<const double> v) const;
  /// Adds what a small step from v changes s by, without its rounding over q.
  void move_duals(std::span<const double> v, std::span<const double> step, std::span<double> s) const;
  /// gradient -= sum_k s_k a_k
  void add_slopes(std::span<const double> s, std::span<double> gradient) const;
  Sums evaluate(std::span<const double> v, std::span<const double> s) const;

  /// H += the second derivatives of r~_k at v.
  void add_curvature(std::span<const double> v, GramMatrix& hessian) const;

  /// Derivatives of sum_k r~_k(v + alpha step) by alpha.
  LineSlopes slopes_along(std::span<const double> v, std::span<const double> step, double alpha) const;

  /// Sets the step to the minimum of the model; `gradient` with that of r~_k. False where arithmetic or time gave out.
  bool find_step(const GramMatrix& hessian, std::span<const double> v, std::span<const double> gradient,
                 std::span<double> step);

  /// m := s at v, where the gap is `gap`.
  void recentre(std::span<const double> v, double gap);

  /// Moves v within bounds, and to 0 what an L1 penalty holds there.
  void settle(std::span<double> v) const;

  /// mu of the constraints, one each.
  std::vector<double> multipliers(std::span<const double> s) const { return rows_.multipliers(s); }

 private:
  double length(std::span<const double> v, std::span<const double> direction, double start, double curvature) const;
  double product(std::size_t k, std::span<const double> v) const;
  /// What steps are asked at.
  double argument(std::size_t k, double z) const { return z - q_[k] * centres_[k]; }
  double curvature(std::size_t k, std::span<const double> v) const;

  const Stop stop_;
  const Regularizer regularizer_;
  const ViolationScale& violations_;
  const ExtraRows rows_;
  const CsrView<double> matrix_;
  const Variables variables_;
  std::vector<double> q_;
  std::vector<double> centres_;  // m
  double last_gap_ = infinity;   // when centres were moved
  ScaledCholesky cholesky_;
};

}  // namespace hingeline::internal
