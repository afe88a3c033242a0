// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

namespace hingeline::compat {

using PrintFunction = void (*)(const char*);

/// Where `print` goes from now on; nullptr: to standard output, as it does at first.
void set_print_function(PrintFunction function);
void print(const std::string& text);

template <class... Arguments>
void info(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  print(fmt::format(pattern, std::forward<Arguments>(arguments)...));
}

/// To standard error, as the originals' warnings.
template <class... Arguments>
void warn(fmt::format_string<Arguments...> pattern, Arguments&&... arguments) {
  std::fputs(fmt::format(pattern, std::forward<Arguments>(arguments)...).c_str(), stderr);
}

/// What `work` returns, or `otherwise` and a line on standard error if it throws: no exception may leave a C interface.
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
