// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// Where a reader stopped in its text, and why. Whoever knows the file's name and the line turns it into a DataError.
struct TextError {
  const char* position;
  std::string message;
};

/// Counted from 1.
struct TextPlace {
  std::int64_t line;
  std::int64_t column;
};

/// Of a position in a text, or behind it.
TextPlace place_in(std::string_view text, const char* position);

/// Thrown where a text is not what was counted: its file is being written to.
struct TextChanged {};

/// Quotes the word at `position`; or says in words that there is none. A word ends at blanks, at the end of the line,
/// and before any of `separators`.
std::string found_at(const char* position, const char* end, std::string_view separators);

/// "expected a number, found 'abc'".
TextError expected(std::string_view what, const char* position, const char* end, std::string_view separators);

}  // namespace hingeline::internal
