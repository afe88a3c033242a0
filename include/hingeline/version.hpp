// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hingeline {

inline constexpr const char* version = "0.1.0";

}  // namespace hingeline
