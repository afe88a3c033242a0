// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdlib>
#include <string>

namespace hingeline::support {

/// The number nearest to a literal, by the C library.
template <class T>
T by_strtod(const std::string& text) {
  return static_cast<T>(sizeof(T) == sizeof(float) ? std::strtof(text.c_str(), nullptr)
                                                   : std::strtod(text.c_str(), nullptr));
}

}  // namespace hingeline::support
