// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/options.hpp"

namespace hingeline::support {

inline SolverOptions options_of(Solver solver, double tolerance) {
  SolverOptions options;
  options.solver = solver;
  options.tolerance = tolerance;
  return options;
}

}  // namespace hingeline::support
