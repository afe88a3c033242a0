// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// Throws DataError where sizes, offsets or null pointers allow no matrix, which messages call `name`. Entries are not
/// looked at.
void validate_sizes(const char* name, const MatrixView& x);

/// Targets and names, where there are any, must fit the matrix too.
void validate_sizes(const Dataset& data);

}  // namespace hingeline::internal
