// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// The data with columns of 0 behind their own, `cols` in all; dense rows are copied.
Dataset with_zero_columns(const Dataset& data, std::int32_t cols);

}  // namespace hingeline::internal
