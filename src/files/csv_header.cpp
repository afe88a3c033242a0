// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "files/csv_field.hpp"
#include "files/format_of_name.hpp"
#include "files/text_chunks.hpp"
#include "files/text_error.hpp"
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

/// Whether the first rows have as many words as the single name, and numbers among them.
bool are_rows_of_words(std::string_view name, std::string_view rows) {
  constexpr int most_rows = 10;
  const std::size_t count = words_of(name).size();
  int seen = 0;
  while (count > 1 && !rows.empty() && seen < most_rows) {
    const auto words = words_of(take_line(rows));
    if (words.empty()) continue;
    if (words.size() != count || std::ranges::none_of(words, is_number)) return false;
    ++seen;
  }
  return seen > 0;
}

class HeaderParser {
 public:
  HeaderParser(const TextSource& source, CsvSeparator separator)
      : source_(source), separator_(separator), p_(source.text.data()), end_(p_ + source.text.size()) {
    header_.separator = separator;
  }

  CsvHeader run() {
    while (p_ != end_ && is_line_end(p_, end_)) end_line();
    if (p_ == end_) fail("expected a header with the names of the columns, found an empty file");
    const std::int64_t first_line = header_.lines + 1;
    p_ = separator_.skip_run(p_, end_);
    while (field()) {
    }
    end_line();
    header_.rest = {p_, static_cast<std::size_t>(end_ - p_)};
    if (const std::string wrong = wrong_names(); !wrong.empty()) throw DataError(source_.name, first_line, 1, wrong);
    return std::move(header_);
  }

 private:
  /// What is wrong with the names; empty if nothing is.
  std::string wrong_names() const {
    if (std::ranges::all_of(header_.names, is_number))
      return "expected a header with the names of the columns, found only numbers (the option no-header is for files "
             "without one)";
    if (header_.names.size() > 1) return {};
    const std::string& name = header_.names[0];
    const auto found = [this](std::string_view what) {
      return fmt::format(
          "expected names of columns separated by {}s, found one name with {} (the option separator chooses another "
          "one)",
          separator_.name(), what);
    };
    if (const std::size_t other = name.find_first_of(",;|\t"); other != name.npos)
      return found(fmt::format("{}s", CsvSeparator::name_of(name[other])));
    if (!is_quoted_ && are_rows_of_words(name, header_.rest)) return found("blanks, and rows with as many");
    return {};
  }

  /// Reads a name and the separator after it; returns false if the line ends instead.
  bool field() {
    p_ = separator_.skip_padding(p_, end_);
    header_.names.push_back(p_ != end_ && *p_ == '"' ? quoted_name() : plain_name());
    p_ = separator_.skip_padding(p_, end_);
    if (!separator_.is_end(p_, end_)) {
      if (*p_ == '\r') fail("expected a newline at the end of the line, found a lone carriage return");
      fail(fmt::format("expected a {} after the closing quote", separator_.name()));
    }
    p_ = separator_.skip_run(p_, end_);
    if (is_line_end(p_, end_)) return false;
    p_ = separator_.pass(p_);
    return true;
  }

  std::string plain_name() {
    const char* begin = p_;
    while (!separator_.is_end(p_, end_) && *p_ != '\r') ++p_;
    const char* end = p_;
    while (end != begin && separator_.is_padding(end[-1])) --end;
    return {begin, end};
  }

  std::string quoted_name() {
    const char* opening = p_++;
    is_quoted_ = true;
    std::string name;
    for (;; ++p_) {
      if (p_ == end_) {
        p_ = opening;
        fail("expected a closing quote, found none");
      }
      if (*p_ == '"' && (++p_ == end_ || *p_ != '"')) return name;
      name += *p_;
    }
  }

  void end_line() {
    if (p_ != end_ && *p_ == '\r') ++p_;
    if (p_ != end_) ++p_;
    header_.lines += std::count(line_, p_, '\n');  // may be several, as quoted names may hold newlines
    line_ = p_;
  }

  [[noreturn]] void fail(const std::string& message) const {
    const auto [line, column] = place_in(source_.text, p_);
    throw DataError(source_.name, line, column, message);
  }

  const TextSource& source_;
  const CsvSeparator separator_;
  const char* p_;
  const char* line_ = p_;  // begin of the present line
  const char* end_;
  bool is_quoted_ = false;  // a name is quoted
  CsvHeader header_;
};

/// Counts the fields of the first row. A wrong quote ends the count, and is left to the parser of rows.
CsvHeader count_columns(const TextSource& source, CsvSeparator separator) {
  CsvHeader header;
  header.separator = separator;
  header.place = "first row";
  header.rest = source.text;
  std::string_view line;
  for (std::string_view rows = source.text; !rows.empty() && !is_csv_row(line, separator);) line = take_line(rows);
  std::size_t count = 1;
  for_each_csv_field(line, separator, [&](std::size_t column, const char*, const char*) {
    count = column + 1;
    return true;
  });
  for (std::size_t k = 1; k <= count; ++k) header.names.push_back(std::to_string(k));
  return header;
}

}  // namespace

CsvHeader read_csv_header(const TextSource& source, const ReadOptions& options) {
  const char usual = is_tsv_name(source.name) ? '\t' : ',';
  const CsvSeparator separator(options.separator != 0 ? options.separator : usual);
  return options.no_header ? count_columns(source, separator) : HeaderParser(source, separator).run();
}

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
