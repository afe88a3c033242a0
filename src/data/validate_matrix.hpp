// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/matrix_view.hpp"
#include "parallel/thread_pool.hpp"

namespace hingeline::internal {

/// Throws DataError where sizes allow no matrix, which messages call `name`, columns of a row do not ascend within it
/// or a value is not finite. Of several bad rows the first is named, whatever the number of threads.
void validate_matrix(const char* name, const MatrixView& x, const ReleaseRows& release, ThreadPool& pool);

}  // namespace hingeline::internal
