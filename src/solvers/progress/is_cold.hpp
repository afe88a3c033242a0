// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "hingeline/solve.hpp"

namespace hingeline::internal {

/// Whether the start gives no point to begin at.
inline bool is_cold(const WarmStart& start) { return start.coef.empty() && start.dual_coef.empty(); }

}  // namespace hingeline::internal
