// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// Where a reader stopped in its text, and why. A caller that knows the file's name and the line makes it a DataError.
struct TextError {
  const char* position;
  std::string message;
};

/// A line and a column, counted from 1.
struct TextPlace {
  std::int64_t line;
  std::int64_t column;
};

/// The place of a position in a text, or at its end.
TextPlace place_in(std::string_view text, const char* position);

/// Thrown where a text differs from what was counted, as its file is being written to.
struct TextChanged {};

/// The word at `position` in quotes, or a text that says there is none. A word ends at blanks, at the end of the line
/// and before any of `separators`.
std::string found_at(const char* position, const char* end, std::string_view separators);

/// The error "expected WHAT, found 'abc'".
TextError expected(std::string_view what, const char* position, const char* end, std::string_view separators);

}  // namespace hingeline::internal
