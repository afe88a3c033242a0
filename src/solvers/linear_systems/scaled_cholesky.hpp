// SPDX-License-Identifier: BSD-3-Clause
//
// Solves H x = r for a symmetric positive definite H whose columns may differ in scale by many orders:
//
//     S = diag(H)^(-1/2),    S H S + ridge I = U'U,    x = S (U'U)^(-1) S r
//
// Scaled to a unit diagonal (van der Sluis, Numerische Mathematik 1969: within a factor d of the best diagonal scaling)
// the matrix has the condition of the columns' correlations. ridge is 0, or, where rounding makes a pivot negative
// (columns that repeat others), the smallest of 1e-14, 1e-12, ... that keeps the pivots positive. Where nothing but
// rounding curves a direction, the solution along it is arbitrary and may be huge: a caller without a ridge of its own
// should give one.
//
// Cost: d^3 / 3 flops for the factor, 2 d^2 for a solution.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "core/stop.hpp"
#include "simd/cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

class ScaledCholesky {
 public:
  /// Factors H, of which it reads the lower triangle, with the ridge given or a larger one. False where no ridge up to
  /// 1 helps, because H holds a number that is not finite, or when told to stop.
  bool factor(const GramMatrix& hessian, double ridge = 0, const Stop& stop = {}) {
    return factor(
        hessian.size(), [&](std::size_t i, std::size_t j) { return hessian.at(i, j); }, ridge, stop);
  }

  /// The same for an H whose entry at i, j <= i, is `lower(i, j)`.
  template <class Lower>
  bool factor(std::size_t size, const Lower& lower, double ridge, const Stop& stop = {}) {
    scale_.resize(size);
    for (std::size_t j = 0; j < size; ++j) scale_[j] = lower(j, j) > 0 ? 1 / std::sqrt(lower(j, j)) : 1;
    constexpr double least_ridge = 1e-14;
    constexpr double growth = 100;
    for (; ridge < 1 && !is_due(stop); ridge = ridge == 0 ? least_ridge : growth * ridge) {
      fill(lower, 1 + ridge);
      if (ops_.factor(panels_.data(), panels(), stop)) return true;
    }
    return false;
  }

  /// x = H^(-1) r, in place.
  void solve(std::span<double> r) const;

  /// p = -H^(-1) g; p may be g.
  void newton_step(std::span<const double> g, std::span<double> p) const;

 private:
  std::size_t panels() const { return (scale_.size() + cholesky_panel - 1) / cholesky_panel; }

  /// S H S with another diagonal, as panels.
  template <class Lower>
  void fill(const Lower& lower, double diagonal) {
    const std::size_t size = scale_.size();
    panels_.resize(cholesky_size(panels()));
    for (std::size_t j = 0; j < panels() * cholesky_panel; ++j) {
      double* const column = panels_.data() + cholesky_size(j / cholesky_panel) + j % cholesky_panel;
      for (std::size_t i = 0; i < j; ++i)
        column[i * cholesky_panel] = j < size ? scale_[i] * scale_[j] * lower(j, i) : 0;
      column[j * cholesky_panel] = j < size ? diagonal : 1;
    }
  }

  CholeskyOps ops_ = cholesky_ops();
  std::vector<double> scale_;   // S
  std::vector<double> panels_;  // U, in simd/cholesky.hpp's order
};

}  // namespace hingeline::internal
