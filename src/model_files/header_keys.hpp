// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "core/quote.hpp"
#include "model_files/model_words.hpp"

namespace hingeline::internal {

/// The lines of a model's header, each a KEY and its value. The order is free except for the last line, and each key
/// comes once.
class HeaderKeys {
 public:
  /// Keeps a reference to `lines`; `end` is the key of the last line. Names, and keys in `several`, may come more than
  /// once.
  HeaderKeys(Lines& lines, std::string_view end, std::set<std::string_view> several)
      : lines_(lines), end_(end), several_(std::move(several)) {}

  /// Reads the header. read_key(key, line) removes the value from the line, after which nothing else may follow.
  template <class ReadKey>
  void read(const ReadKey& read_key) {
    std::string_view line;
    for (bool first = true; lines_.next_words(line); first = false) {
      const std::string_view key = take_word(line);
      if (key == end_) return;
      if (key == "hingeline_format" && !first) lines_.fail("hingeline_format must be the first line");
      const bool is_name = key == "feature" || key == "label_name";
      const bool repeats = is_name || several_.contains(key);
      if (!repeats && !seen_.insert(std::string(key)).second) lines_.fail(quote(key) + " is given twice");
      read_key(key, line);
      if (!is_name && !take_word(line).empty()) lines_.fail("unexpected text after " + std::string(key));
    }
    lines_.fail(fmt::format("the file ends before the line '{}'", end_));
  }

  /// Whether the key was read; for keys that come once only.
  bool contain(const char* key) const { return seen_.contains(key); }
  void require(const char* key) const {
    if (!contain(key)) lines_.fail(fmt::format("no line '{}' before '{}'", key, end_));
  }
  /// Whether the header is of hingeline's own format.
  bool are_native() const { return contain("hingeline_format"); }

 private:
  Lines& lines_;
  std::string_view end_;
  std::set<std::string_view> several_;
  std::set<std::string> seen_;
};

}  // namespace hingeline::internal
