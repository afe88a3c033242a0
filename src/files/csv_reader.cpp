// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/quote.hpp"
#include "files/csv_columns.hpp"
#include "files/csv_field.hpp"
#include "files/csv_header.hpp"
#include "files/parse_number.hpp"
#include "files/text_error.hpp"
#include "files/text_rows.hpp"

namespace hingeline::internal {
namespace {

static_assert(short_number_reach <= chunk_margin);

/// Rows: a writer of text_rows.hpp.
template <class Rows>
class CsvParser {
 public:
  /// Requires chunk_margin readable characters around `text`.
  CsvParser(std::string_view text, const CsvColumns& columns, Rows& rows)
      : p_(text.data()),
        end_(p_ + text.size()),
        separator_(columns.separator()),
        place_(columns.place()),
        columns_(columns.all()),
        ascend_(columns.ascend()),
        rows_(rows) {}

  /// Throws TextError and TextChanged.
  void run() {
    while (p_ != end_) {
      if (const char* after = separator_.skip_empty(p_, end_); is_line_end(after, end_))
        p_ = after;
      else
        parse_row();
      if (p_ != end_ && *p_ == '\r') ++p_;
      if (p_ != end_) ++p_;
    }
  }

  /// The number of fields of categories whose name is not among the wanted features.
  std::int64_t unknown_names() const { return unknown_names_; }

 private:
  using Kind = CsvColumn::Kind;
  using T = typename Rows::Value;

  struct Entry {
    std::int32_t feature;
    T value;
  };

  // Flattened, as GCC would not inline the conversion of numbers into the loop otherwise, which takes a tenth longer.
  // Rarer cases are never inlined.

  [[gnu::flatten]] void parse_row() {
    rows_.begin_row();
    p_ = separator_.skip_run(p_, end_);
    for (column_ = columns_.data(); column_ != columns_.data() + columns_.size(); ++column_) {
      if (column_ != columns_.data()) pass_separator();
      parse_field();
      p_ = separator_.skip_run(p_, end_);
    }
    if (!is_line_end(p_, end_)) fail_of_fields("more");
    if (!ascend_) put_in_order();
    rows_.end_row();
  }

  void pass_separator() {
    if (is_line_end(p_, end_)) fail_of_fields(std::to_string(column_ - columns_.data()));
    p_ = separator_.pass(p_);
  }

  void parse_field() {
    switch (column_->kind) {
      case Kind::number:
        return put(column_->feature, number<T>());
      case Kind::target:
        return rows_.target(number<double>());
      case Kind::target_class:
        return rows_.target(*name());
      case Kind::category:
        if (const std::int32_t* feature = name()) return put(*feature, 1);
        ++unknown_names_;
        return;
      case Kind::ignored:
        p_ = field_end("a field");
    }
  }

  void put(std::int32_t feature, T value) {
    if (ascend_)
      rows_.entry(feature, value, value != 0);
    else
      entries_.push_back({feature, value});
  }

  void put_in_order() {
    std::ranges::sort(entries_, {}, &Entry::feature);
    for (const Entry& entry : entries_) rows_.entry(entry.feature, entry.value, entry.value != 0);
    entries_.clear();
  }

  /// A number up to the separator or the end of the line.
  template <class Number>
  Number number() {
    Number number;
    if (const char* after = short_number(p_, number);
        after != nullptr && (*after == separator_.character() || *after == '\n')) {
      p_ = after;
      return number;
    }
    return unusual_number<Number>();
  }

  template <class Number>
  [[gnu::noinline]] Number unusual_number() {
    Number number;
    const char* begin = p_;
    p_ = separator_.skip_padding(p_, end_);
    const bool quoted = p_ != end_ && *p_ == '"';
    if (quoted) field_end("a number");
    const char* after = parse_number(p_ + quoted, end_, number);
    if (after == nullptr) fail("a number", begin);
    if (quoted && (after == end_ || *after++ != '"')) fail("a number", begin);
    after = separator_.skip_padding(after, end_);
    if (!separator_.is_end(after, end_)) fail("a number", begin);
    if (!std::isfinite(number)) fail(fmt::format("a number within the range of {}", type_name<Number>).c_str(), begin);
    p_ = after;
    return number;
  }

  const char* field_end(const char* what) const {
    const char* const after = csv_field_end(p_, end_, separator_);
    if (after == nullptr) fail(fmt::format("{} whose quote is closed on its line", what).c_str(), p_);
    return after;
  }

  /// Reads a name and returns its number; null if it is not among the wanted features.
  [[gnu::noinline]] const std::int32_t* name() {
    const char* const after = field_end("a name");
    const std::string_view name = csv_text(p_, after, separator_, memory_);
    const std::int32_t* number = column_->numbers.find(name);
    if (number == nullptr) {
      if (!is_name(name)) fail("a name", p_);
      if (!column_->names_may_be_numbers && is_number(name))
        fail(fmt::format("a name as {} in the first row", quote(column_->first_name)).c_str(), p_);
      if (!column_->names_are_known) throw TextChanged{};
    }
    p_ = after;
    return number;
  }

  [[noreturn, gnu::noinline]] void fail_of_fields(const std::string& found) const {
    throw TextError{p_, fmt::format("expected {} fields as in the {}, found {}", columns_.size(), place_, found)};
  }

  [[noreturn, gnu::noinline]] void fail(const char* what, const char* begin) const {
    const char* after = separator_.skip_padding(begin, end_);
    const bool empty = separator_.is_end(after, end_);
    throw TextError{
        empty ? begin : after,
        fmt::format("column {} ({}): expected {}, found {}", column_ - columns_.data() + 1, quote(column_->name), what,
                    empty ? "an empty field" : found_at(after, end_, separator_.text()))};
  }

  const char* p_;
  const char* end_;
  const CsvSeparator separator_;
  const std::string_view place_;
  const std::span<const CsvColumn> columns_;
  const bool ascend_;
  Rows& rows_;
  const CsvColumn* column_ = nullptr;
  std::vector<Entry> entries_;  // of the present row, if features do not ascend with columns
  std::string memory_;
  std::int64_t unknown_names_ = 0;
};

/// A CSV file ready to be parsed.
struct CsvText {
  CsvText(const TextSource& source, const ReadOptions& options, std::size_t chunk_size)
      : header(read_csv_header(source, options)),
        columns(header, options, source.name),
        chunks(source, header.rest, header.lines, options.threads, chunk_size),
        rows(columns.count(chunks, options.features)) {}

  auto parser() {
    return [this]<class Rows>(const Chunk&, std::string_view text, Rows& to) {
      CsvParser<Rows> parser(text, columns, to);
      parser.run();
      unknown_names += parser.unknown_names();
    };
  }

  const CsvHeader header;
  CsvColumns columns;
  TextChunks chunks;
  TextRows rows;
  std::atomic<std::int64_t> unknown_names = 0;
};

}  // namespace

Dataset read_csv(const TextSource& source, const ReadOptions& options, std::size_t chunk_size) {
  CsvText csv(source, options, chunk_size);
  Dataset data = options.value_type == ValueType::float32
                     ? read_text_rows<float>(csv.chunks, options.layout, std::move(csv.rows), csv.parser())
                     : read_text_rows<double>(csv.chunks, options.layout, std::move(csv.rows), csv.parser());
  data.unknown_names = csv.unknown_names;
  return data;
}

StoreSummary store_csv(const TextSource& source, const ReadOptions& options, AtomicFile& file, std::size_t chunk_size) {
  CsvText csv(source, options, chunk_size);
  return options.value_type == ValueType::float32
             ? store_text_rows<float>(csv.chunks, options.layout, csv.rows, file, csv.parser())
             : store_text_rows<double>(csv.chunks, options.layout, csv.rows, file, csv.parser());
}

}  // namespace hingeline::internal
