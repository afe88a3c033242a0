// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// The first `cols` columns of x, or all where it has no more; without targets. Copied only where sparse rows have
/// entries beyond them.
Dataset first_columns(const MatrixView& x, std::int32_t cols);

/// The number of columns up to the last that has an entry, in whatever order rows have theirs: of dense rows all.
std::int32_t columns_in_use(const MatrixView& x);

}  // namespace hingeline::internal
