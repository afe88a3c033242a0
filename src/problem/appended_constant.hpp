// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// The constant a in rows (x_i, a), whose last coefficient v gives the intercept b = a v: 1 where it is free, 0 where
/// there is none.
inline double appended_constant(const Problem& problem) {
  if (problem.intercept == Intercept::none) return 0;
  return problem.intercept == Intercept::free ? 1 : problem.bias;
}

}  // namespace hingeline::internal
