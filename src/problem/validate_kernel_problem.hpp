// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/kernel_solve.hpp"
#include "hingeline/matrix_view.hpp"

namespace hingeline::internal {

/// Throws DataError unless these may be the values of a kernel, a row and a column for each row of the data.
void validate_precomputed(const MatrixView& x, int threads);

/// Throws InvalidParameter or DataError. `checked`: the rows are known to be valid, or validate_precomputed() has said
/// so.
void validate(const KernelProblem& problem, int threads, bool checked = false);

}  // namespace hingeline::internal
