// SPDX-License-Identifier: BSD-3-Clause
//
// Penalties other than a ridge, bounds and constraints in a reduced problem: each is a row a_k
// (solvers/rows/extra_rows.hpp), a unit vector or a row of A, with a function r_k, smoothed as in the augmented
// Lagrangian method,
//
//     r~_k(v)  = min_z  r_k(z) + m_k (z - a_k'v) + (z - a_k'v)^2 / (2 q_k)
//     s_k      = -d r~_k = step(a_k'v - q_k m_k, q_k),   in the domain of r_k*
//     Gap      r_k(z) + r_k*(-s_k) + s_k z + |s_k| |z - a_k'v| at the z in the domain of r_k nearest to a_k'v
//     Centres  m := s reduces the gap, usually by orders of magnitude; where it leaves more than a quarter,
//              q_k := q_k / 10
//
// q_k = a_k' diag(H)^-1 a_k / 100, H the Hessian of everything else: r~_k is 100 times as stiff as that is along a_k,
// whatever the scale of columns. So stiff a kink would stop every line search over the band, which reads all its rows.
// Therefore a Newton step is the minimum of the quadratic model and all r~_k together,
//
//     minimise over p    g'p + 1/2 p'H p + sum_k r~_k(v + p),
//
// found by Newton's method with line searches, which needs H alone, no rows of data.
//
// Cost: d^3 / 3 flops an iteration, several iterations a step.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "hingeline/problem.hpp"
#include "penalties/regularizer.hpp"
#include "problem/violation_scale.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/rows/extra_rows.hpp"
#include "solvers/rows/variables.hpp"
#include "solvers/steps/line_minimum.hpp"

namespace hingeline::internal {

class PenaltyRows {
 public:
  /// find_step() fails when `stop` tells it to stop.
  PenaltyRows(const Problem& problem, const ViolationScale& violations, double appended, Stop stop = {});

  bool empty() const { return rows_.size() == 0; }

  /// The weight of |v_j| in the penalty; 0 for a free intercept.
  double l1(std::size_t j) const { return variables_.is_penalized(j) ? regularizer_.term(j).l1 : 0; }

  /// Chooses q, given the diagonal of H.
  void soften(std::span<const double> diagonal);

  /// Sums over all k at a point v.
  struct Sums {
    double value = 0;      ///< sum_k r_k(z)
    double gap = 0;        ///< as above
    double violation = 0;  ///< the largest, measured as in violation_scale.hpp
  };

  /// s_k.
  std::vector<double> duals(std::span<const double> v) const;
  /// Adds to s the change that a small step from v makes by curvature: s computed anew would have v's rounding over q.
  void move_duals(std::span<const double> v, std::span<const double> step, std::span<double> s) const;
  /// gradient -= sum_k s_k a_k
  void add_slopes(std::span<const double> s, std::span<double> gradient) const;
  Sums evaluate(std::span<const double> v, std::span<const double> s) const;

  /// H += the second derivatives of r~_k at v.
  void add_curvature(std::span<const double> v, GramMatrix& hessian) const;

  /// Derivatives of sum_k r~_k(v + alpha step) by alpha.
  LineSlopes slopes_along(std::span<const double> v, std::span<const double> step, double alpha) const;

  /// Sets p = step to the minimum of the model above; `gradient` is g including the gradients of r~_k at v. False if
  /// arithmetic failed or when told to stop.
  bool find_step(const GramMatrix& hessian, std::span<const double> v, std::span<const double> gradient,
                 std::span<double> step);

  /// m := s at v, where the gap is `gap`.
  void recentre(std::span<const double> v, double gap);

  /// Moves v within bounds, and coefficients with |s_k| < l1 to 0.
  void settle(std::span<double> v) const;

  /// mu of the constraints, one each.
  std::vector<double> multipliers(std::span<const double> s) const { return rows_.multipliers(s); }

 private:
  double length(std::span<const double> v, std::span<const double> direction, double start, double curvature) const;
  double product(std::size_t k, std::span<const double> v) const;
  /// v in r_k's step(v, q_k), at a_k'v = z.
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
