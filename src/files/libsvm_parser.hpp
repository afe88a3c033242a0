// SPDX-License-Identifier: BSD-3-Clause
//
// Parses a chunk of LIBSVM text into a writer of rows (text_rows.hpp).
//
//     line    = [ label [ blank "qid:" query ] { blank index ":" value } ] [ blank ] [ "#" comment ] end
//     query   = a number, used in rankings, which is ignored
//     index   = first .. first + 2^31 - 2, ascending within the line; first = 1, or 0 with the option zero-based
//     blank   = spaces and tabs,  end = "\n", "\r\n" or the end of the text
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <string_view>

#include "files/libsvm_entries.hpp"
#include "files/parse_number.hpp"
#include "files/text_chunks.hpp"
#include "files/text_error.hpp"

namespace hingeline::internal {

/// Rows: a writer of text_rows.hpp.
template <class Rows>
class LibsvmParser {
 public:
  /// Requires chunk_margin readable characters around `text`.
  LibsvmParser(std::string_view text, std::int32_t first_index, Rows& rows)
      : p_(text.data()),
        end_(p_ + text.size()),
        first_(first_index),
        usual_entries_(usual_entry_parsers().of(rows)),
        rows_(rows) {}

  /// Throws TextError and TextChanged.
  void run() {
    while (p_ != end_) parse_line();
  }

 private:
  void parse_line() {
    p_ = skip_blanks(p_, end_);
    if (!at_end()) {
      rows_.begin_row(label());
      parse_entries();
      rows_.end_row();
    }
    if (p_ != end_ && *p_ == '#') p_ = std::find(p_, end_, '\n');
    if (p_ != end_ && *p_ == '\r') ++p_;
    if (p_ != end_) ++p_;
  }

  double label() {
    double label;
    const bool plus = *p_ == '+' && p_[1] >= '0' && p_[1] <= '9';
    const char* after = short_number(p_ + plus, label);
    if (after == nullptr || (*after != ' ' && *after != '\n')) return number<double>("a label");
    p_ = after;
    return label;
  }

  bool at_end() const { return is_line_end(p_, end_) || *p_ == '#'; }

  void parse_entries() {
    previous_ = -1;
    for (;;) {
      p_ = usual_entries_(p_, end_, first_, previous_, rows_);
      p_ = skip_blanks(p_, end_);
      if (previous_ < 0) pass_query();
      if (at_end()) return;
      const std::int32_t column = careful_column();
      const auto value = number<typename Rows::Value>("a value");
      if (!rows_.has_room(1)) throw TextChanged{};
      rows_.entry(column, value, value != 0);
      previous_ = column;
    }
  }

  void pass_query() {
    constexpr std::string_view key = "qid:";
    if (!std::string_view(p_, static_cast<std::size_t>(end_ - p_)).starts_with(key)) return;
    p_ += key.size();
    number<double>("a query");
    p_ = skip_blanks(p_, end_);
  }

  /// Reads "index:"; columns count from 0.
  std::int32_t careful_column() {
    const char* begin = p_;
    const std::int64_t largest = std::int64_t{first_} + std::numeric_limits<std::int32_t>::max() - 1;
    std::int64_t index = 0;
    while (p_ != end_ && *p_ >= '0' && *p_ <= '9' && index <= largest) index = 10 * index + (*p_++ - '0');
    if (p_ == begin || p_ == end_ || (*p_ != ':' && index <= largest)) throw expected("index:value", begin, end_, "#");
    if (index < first_) throw expected("an index of at least 1 (the option zero-based allows 0)", begin, end_, ":#");
    if (index > largest) throw expected("an index of at most " + std::to_string(largest), begin, end_, ":#");
    const auto column = static_cast<std::int32_t>(index - first_);
    if (column <= previous_) throw expected("an index above " + std::to_string(previous_ + first_), begin, end_, ":#");
    ++p_;
    return column;
  }

  static bool is_blank_or_control(char c) { return static_cast<unsigned char>(c) <= ' '; }

  /// Reads a number, which must end at a blank, a control character, '#' or the end of the text.
  template <class Number>
  Number number(const char* what) {
    Number value;
    const char* after = parse_number(p_, end_, value);
    const bool whole = after != nullptr && (after == end_ || is_blank_or_control(*after) || *after == '#');
    if (!whole) throw expected(std::string(what) + " (a number)", p_, end_, "#");
    if (!std::isfinite(value))
      throw expected(fmt::format("{} within the range of {}", what, type_name<Number>), p_, end_, "#");
    p_ = after;
    return value;
  }

  const char* p_;
  const char* end_;
  std::int32_t first_;
  UsualEntries<Rows> usual_entries_;
  Rows& rows_;
  std::int32_t previous_ = -1;  // last column read in the present row; -1: none
};

}  // namespace hingeline::internal
