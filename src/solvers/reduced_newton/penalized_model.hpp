// SPDX-License-Identifier: BSD-3-Clause
//
// The exact minimum of a quadratic model plus the rows of penalties, bounds and constraints (penalty_rows.hpp),
//
//     minimise over v    g'(v - v0) + 1/2 (v - v0)'H (v - v0) + sum_k r_k(a_k'v)
//
// Centres  minimise the smoothed model and move the centres, until the gap of the rows falls no more
// Balance  two last steps by one linear system, after which s_k is what its curvature predicts, so that
//          H (v - v0) + g = sum_k s_k a_k up to rounding; s_k computed from v would have its rounding divided by q_k
//
// Cost     d^3 / 3 flops a round of every smoothed minimum, some tens in all
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"
#include "solvers/reduced_newton/penalty_rows.hpp"

namespace hingeline::internal {

class PenalizedModel {
 public:
  /// `gradient` is g, the gradient at the v that minimise() is given.
  PenalizedModel(PenaltyRows& rows, const GramMatrix& hessian, std::vector<double> gradient, Stop stop = {})
      : rows_(rows), hessian_(hessian), stop_(std::move(stop)), gradient_(std::move(gradient)) {}

  /// Moves v to the minimum, within its bounds; false if arithmetic failed, or when told to stop.
  bool minimise(std::vector<double>& v);

  /// mu of the constraints at the minimum.
  std::vector<double> multipliers() const { return rows_.multipliers(duals_); }

 private:
  bool move_centres(std::vector<double>& v);
  bool balance(std::vector<double>& v);
  void move(std::span<const double> step, std::vector<double>& v);

  PenaltyRows& rows_;
  const GramMatrix& hessian_;
  const Stop stop_;
  std::vector<double> gradient_;  // of the quadratic part at v
  std::vector<double> duals_;     // s
};

}  // namespace hingeline::internal
