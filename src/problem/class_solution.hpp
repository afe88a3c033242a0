// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "hingeline/result.hpp"

namespace hingeline::internal {

/// coef and dual_coef of the solution as in class_problem.hpp.
struct ClassSolution {
  Solution solution;
  std::vector<double> intercept;  ///< K; of sum 0 where free
};

/// A start: a dual point of the same rows, or coefficients; cold where both are empty.
struct ClassStart {
  std::vector<double> dual_coef;  ///< n x K
  std::vector<double> coef;       ///< K x d
  std::vector<double> intercept;  ///< K, with coef
};

}  // namespace hingeline::internal
