// SPDX-License-Identifier: BSD-3-Clause
//
// H d = r with H = l2 diag(ridge) + sum_i h_i x_i x_i' over rows as alm_system.hpp has them, by a Cholesky factor
// (scaled_cholesky.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "core/stop.hpp"
#include "solvers/common/scaled_cholesky.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

template <class Rows>
class GramSystem {
 public:
  GramSystem(Rows& rows, Stop stop) : rows_(rows), stop_(std::move(stop)), hessian_(rows.cols()) {}

  /// With `damping` on the unit diagonal of the scaled matrix. False where the Hessian has overflowed, or when told to
  /// stop.
  bool factor(std::span<const double> h, double l2, double damping) {
    hessian_.clear();
    for (std::size_t j = 0; j < hessian_.size(); ++j) hessian_.at(j, j) = l2 * rows_.ridge(j);
    return rows_.add_gram(h, hessian_, stop_) && cholesky_.factor(hessian_, damping, stop_);
  }

  /// In place.
  void solve(std::span<double> r) const { cholesky_.solve(r); }

 private:
  Rows& rows_;
  const Stop stop_;
  GramMatrix hessian_;
  ScaledCholesky cholesky_;
};

}  // namespace hingeline::internal
