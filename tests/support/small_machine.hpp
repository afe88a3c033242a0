// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/kernel_model.hpp"

namespace hingeline::internal {

/// A machine with an RBF kernel for rows of a few normal numbers.
inline KernelTrainOptions small_machine(Machine machine, double tolerance) {
  KernelTrainOptions options;
  options.machine = machine;
  options.kernel.gamma = 0.2;
  options.nu = 0.3;
  options.solver.solver.tolerance = tolerance;
  return options;
}

}  // namespace hingeline::internal
