// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline::internal {

/// Of the time that a search has with the training on all rows at its end: a model that had none would be worth
/// nothing.
inline constexpr double search_share = 0.8;

}  // namespace hingeline::internal
