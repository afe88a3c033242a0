// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

namespace hingeline::compat {

using PrintFunction = void (*)(const char*);

/// Sets the function that print() calls from now on; nullptr (the initial state): prints to standard output.
void set_print_function(PrintFunction function);
void print(const std::string& text);

template <class... Arguments>
void info(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  print(fmt::format(pattern, std::forward<Arguments>(arguments)...));
}

/// Writes to standard error, like warnings of the original libraries.
template <class... Arguments>
void warn(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  std::fputs(fmt::format(pattern, std::forward<Arguments>(arguments)...).c_str(), stderr);
}

/// Returns work(), or `otherwise` after a line on standard error if it throws: no exception may leave a C interface.
template <class Result, class Work>
Result guarded(Result otherwise, const Work& work) {
  try {
    return work();
  } catch (const std::exception& error) {
    warn("ERROR: {}\n", error.what());
    return otherwise;
  }
}

}  // namespace hingeline::compat
