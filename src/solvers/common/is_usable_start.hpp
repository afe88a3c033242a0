// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline::internal {

/// A start that is worse than the best constant, or too far for arithmetic, is none.
inline bool is_usable_start(double primal, double primal_of_constant) { return primal <= primal_of_constant; }

}  // namespace hingeline::internal
