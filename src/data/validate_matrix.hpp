// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/dataset.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Throws DataError where sizes allow no matrix, which messages call `name`, columns of a row do not ascend within it
/// or a value is not finite. Of several bad rows the first is named, whatever the number of threads.
void validate_matrix(const char* name, const MatrixView& x, const ReleaseRows& release, ThreadPool& pool);

/// Targets that are NaN or infinite are refused by their row, as those of the parameter `name`.
void validate_finite_targets(const char* name, std::span<const double> y);

/// What no reader would return is refused: sizes that disagree, no rows, what is not finite.
void validate_to_write(const Dataset& data);

}  // namespace hingeline::internal
