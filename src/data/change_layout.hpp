// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// The same rows in the layout asked for (automatic: the one they have) with at least `features` columns, in new memory
/// where they must move. New columns have empty names.
Dataset change_layout(Dataset data, Layout layout, std::int32_t features);

}  // namespace hingeline::internal
