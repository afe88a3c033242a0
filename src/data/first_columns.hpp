// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// The first `cols` columns of x, or all if it has fewer; without targets. Copies only where sparse rows have entries
/// in further columns.
Dataset first_columns(const MatrixView& x, std::int32_t cols);

/// The number of columns up to the last one that has an entry; for dense rows all. Entries may be in any order.
std::int32_t columns_in_use(const MatrixView& x);

}  // namespace hingeline::internal
