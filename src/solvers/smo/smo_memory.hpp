// SPDX-License-Identifier: BSD-3-Clause
//
// The large arrays of a solve. Successive solves that share them reuse memory pages: fresh ones cost more than writing
// to them (usps one-vs-one, 45 solves: a fifth of the time).
#pragma once

#include "core/buffer.hpp"
#include "hingeline/kernel_solve.hpp"
#include "solvers/smo/smo_memo.hpp"

namespace hingeline::internal {

struct SmoMemory {
  Buffer<float> kept_rows;  ///< of ComputedKernel
  Buffer<float> members;    ///< of WorkingKernel
};

/// As solve(problem, options), but begins at the memo unless it is empty, and leaves there where the next solve may
/// begin. The contents of `memory` do not matter. Problem and options must be valid.
KernelSolution solve_in(SmoMemory& memory, SmoMemo& memo, const KernelProblem& problem, const KernelOptions& options);

}  // namespace hingeline::internal
