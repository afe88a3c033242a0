// SPDX-License-Identifier: BSD-3-Clause
//
// Asked on the way whether what takes long is to end early: a limit on time is reached, or the user interrupts.
#pragma once

#include <functional>

namespace hingeline::internal {

using Stop = std::function<bool()>;  ///< empty: never

inline bool is_due(const Stop& stop) { return stop && stop(); }

}  // namespace hingeline::internal
