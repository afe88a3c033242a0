// SPDX-License-Identifier: BSD-3-Clause
//
// A penalty that is nothing but a ridge l2/2 |w|^2, of another l2 than 1: divided by l2 the problem has costs C / l2 and
// the plain ridge that all solvers take. w, b and relative gaps stay the same; P, D and s are those divided by l2.
#pragma once

#include <vector>

#include "hingeline/options.hpp"
#include "hingeline/problem.hpp"
#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// Whether the problem is such a one, within the range of numbers.
bool is_scaled_ridge(const Problem& problem);

/// The problem divided by l2; any other as it is.
Problem of_unit_ridge(Problem problem);

/// What solve_valid() is given for the problem divided by l2.
class UnitRidge {
 public:
  /// `problem` must outlive this.
  UnitRidge(const Problem& problem, const SolverOptions& options, const WarmStart& start);
  UnitRidge(const UnitRidge&) = delete;
  UnitRidge& operator=(const UnitRidge&) = delete;

  const Problem& problem() const { return unit_; }
  const SolverOptions& options() const { return options_; }
  const WarmStart& start() const { return start_; }
  /// The solution of the given problem from that of problem().
  Solution restore(Solution solution) const;

 private:
  const Problem& given_;
  const Problem unit_;
  SolverOptions options_;
  std::vector<double> dual_coef_;
  WarmStart start_;
};

}  // namespace hingeline::internal
