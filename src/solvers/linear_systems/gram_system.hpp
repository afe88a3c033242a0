// SPDX-License-Identifier: BSD-3-Clause
//
// H d = r with H = l2 diag(ridge) + sum_i h_i x_i x_i' over rows as constrained_rows.hpp has them, by a Cholesky factor
// (scaled_cholesky.hpp). A column that no row curves gets |x_j|^2 / t in H, as if all rows were curved: a step along it
// then takes rows as far as t lets them go, in any units.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "solvers/linear_systems/hessian_terms.hpp"
#include "solvers/linear_systems/scaled_cholesky.hpp"
#include "solvers/linear_systems/weighted_gram.hpp"

namespace hingeline::internal {

template <class Rows>
class GramSystem {
 public:
  GramSystem(Rows& rows, Stop stop) : rows_(rows), stop_(std::move(stop)), hessian_(rows.cols()) {}

  /// False where the Hessian has overflowed, or when told to stop.
  bool factor(const HessianTerms& terms) {
    hessian_.clear();
    for (std::size_t j = 0; j < hessian_.size(); ++j) hessian_.at(j, j) = terms.ridge[j];
    if (!rows_.add_gram(terms.h, hessian_, stop_)) return false;
    for (std::size_t j = 0; j < hessian_.size(); ++j)
      if (hessian_.at(j, j) == 0) hessian_.at(j, j) = column_norm2(j) / terms.t;
    return cholesky_.factor(hessian_, terms.damping, stop_);
  }

  /// Solves in place.
  void solve(std::span<double> r) const { cholesky_.solve(r); }

 private:
  /// |x_j|^2, computed when first needed: most solves never need it.
  double column_norm2(std::size_t j) {
    if (column_norm2_.empty()) column_norm2_ = rows_.squared_column_norms();
    return column_norm2_[j];
  }

  Rows& rows_;
  const Stop stop_;
  GramMatrix hessian_;
  std::vector<double> column_norm2_;
  ScaledCholesky cholesky_;
};

}  // namespace hingeline::internal
