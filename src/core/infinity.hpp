// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace hingeline::internal {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace hingeline::internal
