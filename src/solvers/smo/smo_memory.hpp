// SPDX-License-Identifier: BSD-3-Clause
//
// The large arrays of a solve. Solves one after the other that share them write to pages that are there: fresh ones
// cost more than what is written to them (usps one-vs-one, 45 solves: a fifth of the time).
#pragma once

#include "core/buffer.hpp"
#include "hingeline/kernel_solve.hpp"
#include "solvers/smo/smo_memo.hpp"

namespace hingeline::internal {

struct SmoMemory {
  Buffer<float> kept_rows;  ///< of ComputedKernel
  Buffer<float> members;    ///< of WorkingKernel
};

/// Begins at the memo, if it knows anything, and leaves there what the next solve may begin at. Of `memory` only the
/// sizes matter. Problem and options are known to be valid. Otherwise as solve(problem, options).
KernelSolution solve_in(SmoMemory& memory, SmoMemo& memo, const KernelProblem& problem, const KernelOptions& options);

}  // namespace hingeline::internal
