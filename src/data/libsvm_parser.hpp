// SPDX-License-Identifier: BSD-3-Clause
//
// Parses a chunk of LIBSVM text into rows that know where they are kept.
//
//     line    = [ label { blank index ":" value } ] [ blank ] [ "#" comment ] end
//     index   = 1 .. 2^31 - 1, ascending within the line
//     blank   = spaces and tabs,  end = "\n", "\r\n" or the end of the text
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "data/parse_number.hpp"
#include "data/text_chunks.hpp"
#include "data/text_error.hpp"

namespace hingeline::internal {

/// Rows is where entries go: begin_row(label), entry(column counted from 0, value), end_row().
template <class T, class Rows>
class LibsvmParser {
 public:
  /// `chunk` lies within a text that ends at `text_end`.
  LibsvmParser(std::string_view chunk, const char* text_end, Rows& rows)
      : p_(chunk.data()),
        end_(chunk.data() + chunk.size()),
        fast_entries_(text_end - p_ > fast_entry_reach ? text_end - fast_entry_reach : p_),
        rows_(rows) {}

  /// Throws TextError.
  void run() {
    while (p_ != end_) parse_line();
  }

 private:
  static constexpr std::ptrdiff_t fast_entry_reach = 9 + short_number_reach;

  void parse_line() {
    p_ = skip_blanks(p_, end_);
    if (!at_end()) {
      rows_.begin_row(number<double>("a label"));
      parse_entries();
      rows_.end_row();
    }
    if (p_ != end_ && *p_ == '#') p_ = std::find(p_, end_, '\n');
    if (p_ != end_ && *p_ == '\r') ++p_;
    if (p_ != end_) ++p_;
  }

  bool at_end() const { return is_line_end(p_, end_) || *p_ == '#'; }

  void parse_entries() {
    previous_ = 0;
    for (;;) {
      while (p_ < fast_entries_ && fast_entry()) {
      }
      p_ = skip_blanks(p_, end_);
      if (at_end()) return;
      const std::int32_t index = careful_index();
      rows_.entry(index - 1, number<T>("a value"));
      previous_ = index;
    }
  }

  /// The usual entry: one blank, an index of at most seven digits, a short value. Touches nothing where it is another.
  bool fast_entry() {
    const Digits index = leading_digits(p_ + 1);
    const char* colon = p_ + 1 + index.count;
    const auto ascending = static_cast<std::int64_t>(index.value) > previous_;
    if (*p_ != ' ' || index.count == 8 || *colon != ':' || !ascending) return false;
    T value;
    const char* after = short_number(colon + 1, value);
    if (after == nullptr || (*after != ' ' && *after != '\n')) return false;
    previous_ = static_cast<std::int32_t>(index.value);
    rows_.entry(previous_ - 1, value);
    p_ = after;
    return true;
  }

  /// Reads "index:".
  std::int32_t careful_index() {
    const char* begin = p_;
    std::int64_t index = 0;
    while (p_ != end_ && *p_ >= '0' && *p_ <= '9' && index <= largest_index) index = 10 * index + (*p_++ - '0');
    if (p_ == begin || p_ == end_ || (*p_ != ':' && index <= largest_index))
      throw expected("index:value", begin, end_, "#");
    if (index == 0) throw expected("an index of at least 1", begin, end_, ":#");
    if (index > largest_index) throw expected("an index of at most 2147483647", begin, end_, ":#");
    if (index <= previous_) throw expected("an index above " + std::to_string(previous_), begin, end_, ":#");
    ++p_;
    return static_cast<std::int32_t>(index);
  }

  template <class Number>
  Number number(const char* what) {
    Number value;
    const char* after = parse_number(p_, end_, value);
    const bool whole = after != nullptr && (is_line_end(after, end_) || is_blank(*after) || *after == '#');
    if (!whole) throw expected(std::string(what) + " (a number)", p_, end_, "#");
    if (!std::isfinite(value)) throw expected(std::string(what) + " within the range of its type", p_, end_, "#");
    p_ = after;
    return value;
  }

  static constexpr std::int64_t largest_index = std::numeric_limits<std::int32_t>::max();

  const char* p_;
  const char* end_;
  const char* fast_entries_;  ///< in front of it, a fast entry looks at text only
  Rows& rows_;
  std::int32_t previous_ = 0;
};

}  // namespace hingeline::internal
