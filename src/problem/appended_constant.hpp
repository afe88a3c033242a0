// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/problem.hpp"

namespace hingeline::internal {

/// a of rows (x_i, a) whose last coefficient makes the intercept: b = a v. 1 where it is free; 0: no intercept.
inline double appended_constant(const Problem& problem) {
  if (problem.intercept == Intercept::none) return 0;
  return problem.intercept == Intercept::free ? 1 : problem.bias;
}

}  // namespace hingeline::internal
