// SPDX-License-Identifier: BSD-3-Clause
//
// With the items fixed, user u's problem is
//
//     minimise over p, a    1/2 (|p|^2 + a^2) + C / user_ridge sum_k weight_k phi(r_k, x_k'p + a + o_k)
//                           x_k = q_{v_k},   o_k = offset + b_{v_k}
//
// a problem of the library with a penalized intercept. Where phi depends on the residual, o_k is subtracted from the
// target; otherwise it is a column whose coefficient is fixed at 1 (whose 1/2 in the solver's objective is not in the
// one above).
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

  /// The solver's tolerance; smaller than turn_tolerance where a column is fixed at 1, as the solver's objective is
  /// then 1/2 more than `value`, the value before the turn (as an estimate of that after it).
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
