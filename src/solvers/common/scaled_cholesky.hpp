// SPDX-License-Identifier: BSD-3-Clause
//
// Solves H x = r for a symmetric positive definite H whose columns may differ in scale by many orders:
//
//     S = diag(H)^(-1/2),    S H S + ridge I = L L',    x = S (L L')^(-1) S r
//
// Scaled to a unit diagonal (van der Sluis, Numerische Mathematik 1969: within a factor d of the best diagonal scaling)
// the matrix's condition is that of the correlations of columns. ridge is 0, or the smallest of 1e-14, 1e-12, ... that
// keeps the pivots positive where rounding does not: columns that repeat others. Where nothing but rounding curves a
// direction, the solution along it is arbitrary and may be huge: a caller without a ridge of its own gives one.
//
// Cost: d^3 / 3 flops for the factor, 2 d^2 for a solution.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "simd/cholesky.hpp"
#include "simd/dense_ops.hpp"
#include "solvers/common/weighted_gram.hpp"

namespace hingeline::internal {

class ScaledCholesky {
 public:
  explicit ScaledCholesky(std::size_t size);

  /// Factors the lower triangle of H, with the ridge given or a larger one. False where no ridge up to 1 helps: H holds
  /// a number that is not finite.
  bool factor(const GramMatrix& hessian, double ridge = 0);

  /// x = H^(-1) r, in place.
  void solve(std::span<double> r) const;

 private:
  void take_scaled(const GramMatrix& hessian, double ridge);

  Cholesky cholesky_;
  DenseOps<double> ops_;
  std::vector<double> scale_;  // S
  GramMatrix factor_;          // L
};

}  // namespace hingeline::internal
