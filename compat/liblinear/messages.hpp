// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <string>

namespace hingeline::compat {

/// Hands text to the function set by set_print_string_function; by default to standard output.
void print(const std::string& text);

template <class... Arguments>
void info(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  print(fmt::format(pattern, std::forward<Arguments>(arguments)...));
}

/// To standard error, as LIBLINEAR's warnings.
template <class... Arguments>
void warn(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  fmt::print(stderr, pattern, std::forward<Arguments>(arguments)...);
}

}  // namespace hingeline::compat
