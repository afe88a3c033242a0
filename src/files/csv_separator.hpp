// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string_view>

#include "files/text_chunks.hpp"

namespace hingeline::internal {

/// What is between the fields of a line of CSV: one character or, where that is a blank, a run of blanks and tabs,
/// which may stand in front of the first field and behind the last one too.
class CsvSeparator {
 public:
  static constexpr std::string_view characters = ",;:|\t ";

  explicit CsvSeparator(char character = ',') : character_(character) {}

  bool is(char c) const { return c == character_ || (is_run() && c == '\t'); }
  bool is_end(const char* p, const char* end) const { return is_line_end(p, end) || is(*p); }

  /// Blanks around a field that do not separate.
  bool is_padding(char c) const { return is_blank(c) && !is(c); }
  const char* skip_padding(const char* p, const char* end) const {
    while (p != end && is_padding(*p)) ++p;
    return p;
  }

  /// From one field to the next: pass(skip_run(..)), unless the line ends between the two.
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
  /// All but the tabs of a run, for those who look for what is frequent.
  char character() const { return character_; }

  bool is_run() const { return character_ == ' '; }

 private:
  char character_;
};

}  // namespace hingeline::internal
