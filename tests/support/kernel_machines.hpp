// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/kernel_solve.hpp"
#include "support/random_problem.hpp"

namespace hingeline::support {

/// Random rows, and the targets that each machine needs.
struct KernelMachines {
  RandomProblem classes{150, 6, Loss{LossName::hinge}, 3};
  RandomProblem numbers{150, 6, Loss{LossName::epsilon_insensitive}, 3};

  /// A view of both.
  KernelProblem problem(Machine machine, Storage storage = Storage::csr_double) const {
    const Problem linear = (is_classification(machine) ? classes : numbers).problem(storage);
    KernelProblem problem;
    problem.x = linear.x;
    problem.y = linear.y;
    problem.machine = machine;
    problem.kernel.gamma = 0.3;
    problem.C = 2;
    problem.nu = 0.3;
    return problem;
  }
};

}  // namespace hingeline::support
