// SPDX-License-Identifier: BSD-3-Clause
//
// With the items fixed, user u's problem is
//
//     minimise over p, a    1/2 (|p|^2 + a^2) + C / user_ridge sum_k weight_k phi(r_k, x_k'p + a + o_k)
//                           x_k = q_{v_k},   o_k = offset + b_{v_k}
//
// a problem of the library with a penalized intercept: o_k is taken off the target where phi is one of a residual, and
// is a column whose coefficient is held at 1 where it is not (its 1/2 in that objective is no part of the one above).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hingeline/factorization.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"
#include "models/factor_side.hpp"

namespace hingeline::internal {

/// The problem of one user or item, and the memory it lives in.
class UnitProblem {
 public:
  UnitProblem(const Ratings& ratings, const FactorOptions& options, double offset, const FactorSide& moving,
              const FactorSide& fixed, std::size_t unit);
  UnitProblem(const UnitProblem&) = delete;
  UnitProblem& operator=(const UnitProblem&) = delete;

  /// The objective above.
  double value(std::span<const double> factors, double bias) const;

  /// That of the solver, whose objective has 1/2 more than the value where a column is held at 1. The value before a
  /// turn stands for the one after it.
  double tolerance(double turn_tolerance, double value) const;

  Solution solve(const SolverOptions& options, std::span<const double> factors, double bias,
                 std::span<const double> dual) const;

 private:
  void add_row(std::span<const double> factors, double shift, double rating);
  void hold(const FactorBounds& bounds);
  std::vector<double> coef(std::span<const double> factors) const;
  Solution without_ratings() const;

  std::size_t rank_;
  bool shifts_targets_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> weights_;
  std::vector<double> lower_;
  std::vector<double> upper_;
  Problem problem_;
};

}  // namespace hingeline::internal
