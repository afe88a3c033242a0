// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace hingeline::internal {

/// The error that a sum or a prediction may have, as a share of the magnitudes of its terms.
inline constexpr double term_rounding = 4 * std::numeric_limits<double>::epsilon();

}  // namespace hingeline::internal
