// SPDX-License-Identifier: BSD-3-Clause
//
// Bounds and L1 penalties of the coefficients in dual coordinate descent, beside a ridge: R(w) = l2 (|w|^2 / 2 + r(w)).
// In units of s / l2 and c / l2 the dual is
//
//     max_{s,nu}    -1/2 |u + nu|^2 - r*(-nu) - sum_i (c_i phi)*(-s_i),    u = sum_i s_i x_i,    w = u + nu
//
// With nu held a step along s_i is that of the ridge alone; with s held the best nu_j pulls w_j to where it ought to
// be, nu_j = map(u_j) - u_j, map(u_j) the w_j at which u_j w_j - R_j(w_j) is largest. After a row's step its columns
// follow. All steps are exact, and nothing but the quadratic couples the blocks, so that the whole converges (Tseng,
// JOTA 2001).
//
// Where a free intercept has columns centred, u stands for sum_i s_i (x_i - m) (solvers/dual_cd/intercept_centre.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/rows.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/dual_cd/intercept_centre.hpp"

namespace hingeline::internal {

/// A penalty and bounds of each coefficient by itself, beside a ridge.
inline bool has_coefficient_pull(const Problem& problem) {
  const bool pulls_intercept = problem.intercept == Intercept::penalized && problem.penalty.l1 > 0;
  return problem.penalty.l2 > 0 && rows(problem.constraints.rows) == 0 && !pulls_intercept;
}

class CoefficientPull {
 public:
  explicit CoefficientPull(const Problem& problem)
      : regularizer_(problem), nu_(static_cast<std::size_t>(cols(problem.x))) {}

  /// After a step along s_i.
  template <RowMatrix Rows>
  void follow(const Rows& x, std::int64_t i, double* w, InterceptCentre& centre) {
    if constexpr (SparseRowMatrix<Rows>) {
      for (const std::int32_t j : x.entries(i).columns) renew(static_cast<std::size_t>(j), w, centre);
    } else {
      renew_all(w, centre);
    }
  }

  void renew_all(double* w, InterceptCentre& centre) {
    for (std::size_t j = 0; j < nu_.size(); ++j) renew(j, w, centre);
  }

  /// Where w has been set to u.
  void forget() { std::fill(nu_.begin(), nu_.end(), 0.0); }

 private:
  void renew(std::size_t j, double* w, InterceptCentre& centre) {
    const double u = w[j] - nu_[j] - centre.mean_share(j);
    const double change = regularizer_.maximiser(j, regularizer_.l2() * u) - u - nu_[j];
    if (change == 0) return;
    nu_[j] += change;
    w[j] += change;
    centre.add_pull(j, change);
  }

  Regularizer regularizer_;
  std::vector<double> nu_;
};

}  // namespace hingeline::internal
