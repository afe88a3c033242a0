// SPDX-License-Identifier: BSD-3-Clause
//
// Reads the text of models: lines, words and numbers; errors have the line.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/quote.hpp"
#include "files/parse_number.hpp"
#include "hingeline/calibration.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {

inline bool separates_words(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Takes lines off a text, and counts them for errors.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  bool next(std::string_view& line) {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line = text_.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++number_;
    return true;
  }

  /// The next line that is not blank (LIBLINEAR and LIBSVM skip blank lines too).
  bool next_words(std::string_view& line) {
    while (next(line))
      if (!std::all_of(line.begin(), line.end(), separates_words)) return true;
    return false;
  }

  /// Upper bound of the words left: each takes a character, and one separates two.
  std::size_t most_words() const { return (text_.size() + 1) / 2; }

  [[noreturn]] void fail(const std::string& message) const {
    throw DataError(name_, std::max<std::int64_t>(number_, 1), 0, message);
  }

  /// Calls check(); an InvalidParameter that it throws becomes a DataError with the line.
  template <class Check>
  void refuse_invalid(const Check& check) const {
    try {
      check();
    } catch (const InvalidParameter& error) {
      fail(error.what());
    }
  }

 private:
  std::string_view text_;
  const std::string& name_;
  std::int64_t number_ = 0;
};

inline void skip_blanks(std::string_view& line) {
  const char* begin = std::find_if_not(line.begin(), line.end(), separates_words);
  line.remove_prefix(static_cast<std::size_t>(begin - line.begin()));
}

/// Takes the first word off the line; empty at its end.
inline std::string_view take_word(std::string_view& line) {
  skip_blanks(line);
  const char* end = std::find_if(line.begin(), line.end(), separates_words);
  const std::string_view word(line.begin(), end);
  line.remove_prefix(word.size());
  return word;
}

inline std::string found_word(std::string_view word) { return word.empty() ? "the end of the line" : quote(word); }

/// The inverse of escaped() in text_pieces.hpp.
inline std::string unescaped(std::string_view text, const Lines& lines) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      name += text[i];
      continue;
    }
    const char letter = ++i < text.size() ? text[i] : '\0';
    if (letter != '\\' && letter != 'n' && letter != 'r') lines.fail("expected \\\\, \\n or \\r in a name");
    name += letter == 'n' ? '\n' : letter == 'r' ? '\r' : '\\';
  }
  return name;
}

/// The name that is the rest of the line after its key and a blank.
inline std::string rest_as_name(std::string_view line, const Lines& lines) {
  return unescaped(line.substr(line.empty() ? 0 : 1), lines);
}

/// Requires version 1 of one of Hingeline's own formats.
inline void check_version(std::string_view word, const Lines& lines) {
  if (word != "1") lines.fail("expected version 1, found " + found_word(word));
}

/// The next line that is not blank, without its first word, which must be `key`.
inline std::string_view behind_key(Lines& lines, std::string_view key) {
  std::string_view line;
  if (!lines.next_words(line)) lines.fail(fmt::format("the file ends before '{}'", key));
  const std::string_view found = take_word(line);
  if (found != key) lines.fail(fmt::format("expected '{}', found {}", key, found_word(found)));
  return line;
}

/// The value of an enum that has this name; `names` are those of all its values, in order.
template <class Enum, std::size_t size>
Enum named(const std::array<std::string_view, size>& names, std::string_view word, const Lines& lines) {
  const auto* found = std::find(names.begin(), names.end(), word);
  if (found == names.end())
    lines.fail(fmt::format("expected {} or {}, found {}", fmt::join(names.begin(), names.end() - 1, ", "), names.back(),
                           found_word(word)));
  return static_cast<Enum>(found - names.begin());
}

inline double finite_number(std::string_view word, const Lines& lines) {
  double value = 0;
  const char* end = word.data() + word.size();
  if (parse_number(word.data(), end, value) != end || word.empty())
    lines.fail("expected a number, found " + found_word(word));
  if (!std::isfinite(value)) lines.fail("expected a finite number, found " + found_word(word));
  return value;
}

/// Takes the first word, a number, off the line; parses it in one pass.
inline double take_number(std::string_view& line, const Lines& lines) {
  skip_blanks(line);
  double value = 0;
  const char* end = parse_number(line.begin(), line.end(), value);
  const bool is_word = end != nullptr && (end == line.end() || separates_words(*end));
  if (!is_word || !std::isfinite(value)) return finite_number(take_word(line), lines);
  line.remove_prefix(static_cast<std::size_t>(end - line.begin()));
  return value;
}

inline std::int32_t count(std::string_view word, const Lines& lines) {
  const double value = finite_number(word, lines);
  if (!(value >= 0 && value <= std::numeric_limits<std::int32_t>::max()) || value != std::floor(value))
    lines.fail("expected a whole number from 0 to 2147483647, found " + found_word(word));
  return static_cast<std::int32_t>(value);
}

inline void require_line_end(std::string_view line, const Lines& lines) {
  const std::string_view word = take_word(line);
  if (!word.empty()) lines.fail("expected the end of the line, found " + found_word(word));
}

/// Requires lower < upper for the limits of scaled numbers.
inline void require_ascending_limits(double lower, double upper, const Lines& lines) {
  if (!(lower < upper)) lines.fail(fmt::format("lower must be less than upper, found {} and {}", lower, upper));
}

/// Reads the rest of the line: words INDEX:VALUE with ascending indices from 1.
inline void take_entries(std::string_view& line, const Lines& lines, std::vector<std::int32_t>& columns,
                         std::vector<double>& values) {
  std::int32_t previous = -1;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) lines.fail("expected INDEX:VALUE, found " + found_word(word));
    const std::int32_t column = count(word.substr(0, colon), lines) - 1;
    if (column <= previous) lines.fail("indices must begin at 1 and ascend, found " + found_word(word));
    columns.push_back(previous = column);
    values.push_back(finite_number(word.substr(colon + 1), lines));
  }
}

/// Reads what follows the key `probability`; take_knot() what follows `knot`.
inline void take_calibration(std::string_view& line, const Lines& lines, Calibration& calibration) {
  calibration.kind = named<Calibration::Kind>(calibration_names, take_word(line), lines);
  if (calibration.kind == Calibration::Kind::platt) calibration.slope = take_number(line, lines);
}
inline void take_knot(std::string_view& line, const Lines& lines, Calibration& calibration) {
  const double z = take_number(line, lines);
  calibration.knots.push_back({z, take_number(line, lines)});
}

/// Reads the coefficients after `w`: all numbers left, which must be `wanted`.
inline std::vector<double> read_numbers(Lines& lines, std::uint64_t wanted) {
  std::vector<double> numbers;
  numbers.reserve(std::min<std::uint64_t>(wanted, lines.most_words()));
  std::string_view line;
  while (lines.next(line)) {
    for (skip_blanks(line); !line.empty(); skip_blanks(line)) {
      if (numbers.size() == wanted)
        lines.fail(fmt::format("more than the {} coefficients that the header announces", wanted));
      numbers.push_back(take_number(line, lines));
    }
  }
  if (numbers.size() != wanted)
    lines.fail(fmt::format("the file ends after {} of {} coefficients", numbers.size(), wanted));
  return numbers;
}

}  // namespace hingeline::internal
