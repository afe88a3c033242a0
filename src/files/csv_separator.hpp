// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

#include "files/text_chunks.hpp"

namespace hingeline::internal {

/// The separator of the fields of a CSV line: one character or, if that is a blank, a run of blanks and tabs, which may
/// also stand before the first field and after the last one.
class CsvSeparator {
 public:
  static constexpr std::string_view characters = ",;:|\t ";

  explicit CsvSeparator(char character = ',') : character_(character) {}

  bool is(char c) const { return c == character_ || (is_run() && c == '\t'); }
  bool is_end(const char* p, const char* end) const { return is_line_end(p, end) || is(*p); }

  /// Whether c is a blank or tab that does not separate fields.
  bool is_padding(char c) const { return is_blank(c) && !is(c); }
  const char* skip_padding(const char* p, const char* end) const {
    while (p != end && is_padding(*p)) ++p;
    return p;
  }

  /// Skips blanks, also those that separate fields, but not tabs that do: to the end of a line without fields.
  const char* skip_empty(const char* p, const char* end) const {
    return is_run() ? skip_blanks(p, end) : skip_padding(p, end);
  }

  /// pass(skip_run(p, end)) leads from the end of a field to the next one, unless the line ends after skip_run().
  const char* skip_run(const char* p, const char* end) const { return is_run() ? skip_blanks(p, end) : p; }
  const char* pass(const char* p) const { return is_run() ? p : p + 1; }

  /// "comma", for messages.
  std::string_view name() const { return name_of(character_); }
  static std::string_view name_of(char character) {
    constexpr std::array<std::string_view, characters.size()> names = {"comma", "semicolon", "colon",
                                                                       "bar",   "tab",       "blank"};
    return names[characters.find(character)];
  }
  std::string_view text() const { return {&character_, 1}; }
  /// The usual separating character (a run may also hold tabs), for fast paths.
  char character() const { return character_; }

  bool is_run() const { return character_ == ' '; }

 private:
  char character_;
};

}  // namespace hingeline::internal
