// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline::internal {

/// Whether a start is no worse than the best constant; false where its objective overflowed.
inline bool is_usable_start(double primal, double primal_of_constant) { return primal <= primal_of_constant; }

}  // namespace hingeline::internal
