// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// The same rows in the given layout (automatic: the one they have) with at least `features` columns; copied only where
/// they cannot stay in place. New columns have empty names.
Dataset change_layout(Dataset data, Layout layout, std::int32_t features);

}  // namespace hingeline::internal
