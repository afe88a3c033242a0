// SPDX-License-Identifier: BSD-3-Clause
//
// Up to how many columns second-order steps are affordable.
#pragma once

#include <cstdint>

namespace hingeline::internal {

/// Up to so many features a Hessian costs less than coordinate descent may, at its worst, on them.
inline constexpr std::int32_t few_features = 500;

/// Beyond so many columns a Newton step by a factor takes seconds.
inline constexpr std::int32_t steps_too_dear = 3000;

}  // namespace hingeline::internal
