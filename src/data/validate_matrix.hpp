// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "hingeline/dataset.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Throws DataError where sizes do not fit, columns of a row do not ascend or are out of range, or a value is not
/// finite. Messages call the matrix `name`; of several bad rows they name the first, whatever the number of threads.
void validate_matrix(const char* name, const MatrixView& x, const ReleaseRows& release, ThreadPool& pool);

/// Throws DataError, with the row, where a target is NaN or infinite; messages call the parameter `name`.
void validate_finite_targets(const char* name, std::span<const double> y);

/// Throws DataError for data that no reader would return: sizes that disagree, no rows, values that are not finite.
void validate_to_write(const Dataset& data);

}  // namespace hingeline::internal
