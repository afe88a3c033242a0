// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_header.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "files/csv_field.hpp"
#include "files/text_chunks.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

constexpr std::string_view header_blanks = " \t\r";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (std::size_t first = 0; (first = line.find_first_not_of(header_blanks, first)) != line.npos;) {
    const std::size_t last = std::min(line.find_first_of(header_blanks, first), line.size());
    words.push_back(line.substr(first, last - first));
    first = last;
  }
  return words;
}

/// Whether rows have as many words as the only name has, numbers among them: no names of a category, say.
bool are_rows_of_words(std::string_view name, std::string_view rows) {
  constexpr int most_rows = 10;
  const std::size_t count = words_of(name).size();
  int seen = 0;
  while (count > 1 && !rows.empty() && seen < most_rows) {
    const std::string_view line = rows.substr(0, rows.find('\n'));
    rows.remove_prefix(std::min(line.size() + 1, rows.size()));
    const auto words = words_of(line);
    if (words.empty()) continue;
    if (words.size() != count || std::ranges::none_of(words, is_number)) return false;
    ++seen;
  }
  return seen > 0;
}

class HeaderParser {
 public:
  explicit HeaderParser(const TextSource& source)
      : source_(source), p_(source.text.data()), end_(p_ + source.text.size()) {}

  CsvHeader run() {
    while (p_ != end_ && is_line_end(p_, end_)) end_line();
    if (p_ == end_) fail("expected a header with the names of the columns, found an empty file");
    const std::int64_t first_line = header_.lines + 1;
    while (field()) {
    }
    end_line();
    if (header_.names.size() == 1 && header_.names[0].find_first_of(";\t") != std::string::npos)
      throw DataError(source_.name, first_line, 1,
                      "expected the names of the columns with commas between them, found one name with ';' or tabs");
    if (std::ranges::all_of(header_.names, is_number))
      throw DataError(source_.name, first_line, 1,
                      "expected a header with the names of the columns, found only numbers");
    header_.rest = {p_, static_cast<std::size_t>(end_ - p_)};
    if (header_.names.size() == 1 && !is_quoted_ && are_rows_of_words(header_.names[0], header_.rest))
      throw DataError(source_.name, first_line, 1,
                      "expected the names of the columns with commas between them, found one name with blanks, and "
                      "rows with as many");
    return std::move(header_);
  }

 private:
  /// Reads a name and the comma behind it; false where the line ends instead.
  bool field() {
    p_ = skip_blanks(p_, end_);
    header_.names.push_back(p_ != end_ && *p_ == '"' ? quoted_name() : plain_name());
    p_ = skip_blanks(p_, end_);
    if (is_line_end(p_, end_)) return false;
    if (*p_ == '\r') fail("expected a newline at the end of the line, found a lone carriage return");
    if (*p_ != ',') fail("expected a comma after the closing quote");
    ++p_;
    return true;
  }

  std::string plain_name() {
    const char* begin = p_;
    while (!is_line_end(p_, end_) && *p_ != ',' && *p_ != '\r') ++p_;
    const char* end = p_;
    while (end != begin && is_blank(end[-1])) --end;
    return {begin, end};
  }

  std::string quoted_name() {
    const char* opening = p_++;
    is_quoted_ = true;
    std::string name;
    for (;; ++p_) {
      if (p_ == end_) {
        p_ = opening;
        fail("expected a quote that closes this one, found none");
      }
      if (*p_ == '"' && (++p_ == end_ || *p_ != '"')) return name;
      name += *p_;
    }
  }

  void end_line() {
    if (p_ != end_ && *p_ == '\r') ++p_;
    if (p_ != end_) ++p_;
    header_.lines += std::count(line_, p_, '\n');  // of a header, whose names may hold line ends, more than one
    line_ = p_;
  }

  [[noreturn]] void fail(const char* message) const {
    const std::string_view before(source_.text.data(), static_cast<std::size_t>(p_ - source_.text.data()));
    const auto column = static_cast<std::int64_t>(before.size() - (before.rfind('\n') + 1)) + 1;
    throw DataError(source_.name, std::ranges::count(before, '\n') + 1, column, message);
  }

  const TextSource& source_;
  const char* p_;
  const char* line_ = p_;  // where it begins
  const char* end_;
  bool is_quoted_ = false;  // a name
  CsvHeader header_;
};

}  // namespace

CsvHeader read_csv_header(const TextSource& source) { return HeaderParser(source).run(); }

std::size_t column_of(const std::vector<std::string>& names, const std::string& given, const std::string& parameter) {
  const auto named = std::ranges::find(names, given);
  if (named != names.end()) {
    if (std::find(named + 1, names.end(), given) != names.end())
      throw InvalidParameter(parameter, given, "is the name of more than one column");
    return static_cast<std::size_t>(named - names.begin());
  }
  std::size_t number = 0;
  const char* end = given.data() + given.size();
  const auto [last, error] = std::from_chars(given.data(), end, number);
  if (error != std::errc() || last != end || number < 1 || number > names.size())
    throw InvalidParameter(parameter, given,
                           "must be the name of a column or a number from 1 to " + std::to_string(names.size()));
  return number - 1;
}

}  // namespace hingeline::internal
