// SPDX-License-Identifier: BSD-3-Clause
//
// Bounds and L1 penalties of the coefficients in dual coordinate descent with a ridge: R(w) = l2 (|w|^2 / 2 + r(w)).
// With s and c in units of l2 the dual is
//
//     max_{s,nu}    -1/2 |u + nu|^2 - r*(-nu) - sum_i (c_i phi)*(-s_i),    u = sum_i s_i x_i,    w = u + nu
//
// For fixed nu a step along s_i is that of the ridge alone. For fixed s the maximiser is nu_j = map(u_j) - u_j, where
// map(u_j) = argmax_w l2 u_j w - R_j(w); it makes w_j = map(u_j). After each row's step nu_j of its columns is
// maximised. All steps are exact and only the quadratic couples the blocks, so that the method converges (Tseng, JOTA
// 2001).
//
// With a free intercept columns are centred, and u = sum_i s_i (x_i - m) (solvers/dual_cd/intercept_centre.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/rows.hpp"
#include "penalties/regularizer.hpp"
#include "solvers/dual_cd/intercept_centre.hpp"

namespace hingeline::internal {

/// Whether R is separable with a ridge, and an L1 penalty does not hold the intercept.
inline bool has_coefficient_pull(const Problem& problem) {
  const bool pulls_intercept = problem.intercept == Intercept::penalized && problem.penalty.l1 > 0;
  return problem.penalty.l2 > 0 && rows(problem.constraints.rows) == 0 && !pulls_intercept;
}

class CoefficientPull {
 public:
  explicit CoefficientPull(const Problem& problem)
      : regularizer_(problem), nu_(static_cast<std::size_t>(cols(problem.x))) {}

  /// Maximises nu after a step along s_i.
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

  /// nu := 0; w must have been set to sum_i s_i x_i.
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
