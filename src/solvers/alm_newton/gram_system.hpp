// SPDX-License-Identifier: BSD-3-Clause
//
// H d = r with H = l2 diag(ridge) + sum_i h_i x_i x_i' over rows as alm_system.hpp has them, by a Cholesky factor
// (scaled_cholesky.hpp).
#pragma once

#include <cstddef>
#include <span>

#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

template <class Rows>
class GramSystem {
 public:
  explicit GramSystem(Rows& rows) : rows_(rows), hessian_(rows.cols()) {}

  /// With `damping` on the unit diagonal of the scaled matrix. False where the Hessian has overflowed.
  bool factor(std::span<const double> h, double l2, double damping) {
    hessian_.clear();
    for (std::size_t j = 0; j < hessian_.size(); ++j) hessian_.at(j, j) = l2 * rows_.ridge(j);
    rows_.add_gram(h, hessian_);
    return cholesky_.factor(hessian_, damping);
  }

  /// In place.
  void solve(std::span<double> r) const { cholesky_.solve(r); }

 private:
  Rows& rows_;
  GramMatrix hessian_;
  ScaledCholesky cholesky_;
};

}  // namespace hingeline::internal
