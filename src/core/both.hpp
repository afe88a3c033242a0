// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline::internal {

/// a && b without a branch between them, for conditions that no processor predicts.
inline bool both(bool a, bool b) { return (static_cast<int>(a) & static_cast<int>(b)) != 0; }

}  // namespace hingeline::internal
