// SPDX-License-Identifier: BSD-3-Clause
//
// The system H d = r of linear_systems/gram_system.hpp for a plain ridge and many columns: solved by linear_systems/newton_system.hpp,
// only as accurately as is asked for.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "core/stop.hpp"
#include "solvers/linear_systems/constrained_rows.hpp"
#include "solvers/linear_systems/hessian_terms.hpp"
#include "solvers/linear_systems/newton_system.hpp"

namespace hingeline::internal {

template <RowMatrix Rows>
class ProductSystem {
 public:
  ProductSystem(const DataRows<Rows>& rows, Stop stop)
      : rows_(rows),
        stop_(stop),
        system_(rows.extended(), std::move(stop)),
        left_(rows.cols()),
        residual_(rows.cols()) {}

  /// Keeps h and t for solve(). The ridge is taken from the rows, and damping is not needed. False when told to stop.
  bool factor(const HessianTerms& terms) {
    h_ = terms.h;
    t_ = terms.t;
    return !is_due(stop_);
  }

  /// Solves in place, to a residual whose squared norm is at most `enough`.
  void solve(std::span<double> r, double enough = 0) {
    if (std::ranges::none_of(h_, [](double h) { return h > 0; })) return solve_flat(r);
    constexpr double any_number = std::numeric_limits<double>::max();
    std::ranges::transform(r, left_.begin(), std::negate());
    const auto is_enough = [enough](const Residual& left, const Residual&) { return left.squared <= enough; };
    system_.solve(h_, left_, is_enough, any_number, r, residual_);
  }

 private:
  /// Solves where no row has curvature: d = r, and |x_j|^2 / t stands for the curvature of a free intercept.
  void solve_flat(std::span<double> r) const {
    if (rows_.ridge(r.size() - 1) > 0) return;
    r.back() *= t_ / (rows_.appended() * rows_.appended() * static_cast<double>(rows_.rows()));
  }

  const DataRows<Rows>& rows_;
  const Stop stop_;
  NewtonSystem<Rows> system_;
  std::span<const double> h_;
  double t_ = 1;
  std::vector<double> left_;  // -r
  std::vector<double> residual_;
};

}  // namespace hingeline::internal
