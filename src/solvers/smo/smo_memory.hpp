// SPDX-License-Identifier: BSD-3-Clause
//
// The large arrays of a solve. Solves one after the other that share them write to pages that are there: fresh ones
// cost more than what is written to them (usps one-vs-one, 45 solves: a fifth of the time).
#pragma once

#include "core/buffer.hpp"
#include "hingeline/kernel_solve.hpp"

namespace hingeline::internal {

struct SmoMemory {
  Buffer<float> kept_rows;  ///< of KernelUpdate
  Buffer<float> members;    ///< of WorkingKernel
};

/// solve(problem, options); of `memory` only the sizes matter.
KernelSolution solve_in(SmoMemory& memory, const KernelProblem& problem, const KernelOptions& options);

}  // namespace hingeline::internal
