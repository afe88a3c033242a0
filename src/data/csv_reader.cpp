// SPDX-License-Identifier: BSD-3-Clause
#include "data/csv_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "data/change_layout.hpp"
#include "data/class_names.hpp"
#include "data/csv_field.hpp"
#include "data/csv_header.hpp"
#include "data/owned_rows.hpp"
#include "data/parse_number.hpp"
#include "data/text_error.hpp"

namespace hingeline::internal {
namespace {

ChunkCounts count_csv(std::string_view chunk) {
  ChunkCounts counts;
  while (!chunk.empty()) {
    const std::string_view line = take_line(chunk);
    ++counts.lines;
    counts.rows += is_csv_row(line);
  }
  return counts;
}

static_assert(short_number_reach <= chunk_margin);

struct CsvColumns {
  std::vector<std::string> names;
  std::size_t target;           ///< behind the last where there is none
  bool target_is_text = false;  ///< names of classes

  bool has_target() const { return target < names.size(); }
  std::vector<std::string> of_features() const {
    std::vector<std::string> others = names;
    if (has_target()) others.erase(others.begin() + static_cast<std::ptrdiff_t>(target));
    return others;
  }
};

NamesInText::Part names_in(const Chunk& chunk, std::string_view text, std::size_t column) {
  NamesInText::Part names;
  const char* const begin = text.data();
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (!is_csv_row(line)) continue;
    if (auto name = csv_field(line, column))
      names.try_emplace(std::move(*name), chunk.text.data() + (line.data() - begin));
  }
  return names;
}

/// Counts rows and, where targets are text, finds the names of their classes. Malformed lines are left to the parser.
std::vector<std::string> count(TextChunks& chunks, const CsvColumns& columns, const std::string& file) {
  NamesInText names;
  chunks.count([&](const Chunk& chunk, std::string_view text) {
    if (columns.target_is_text) names.add(names_in(chunk, text, columns.target));
    return count_csv(text);
  });
  if (names.are_too_many())
    throw DataError(file, 0, 0,
                    fmt::format("column {} ('{}'): more than {} different names are no classes", columns.target + 1,
                                columns.names[columns.target], most_class_names));
  return names.in_order();
}

template <class T>
class CsvParser {
 public:
  /// There are chunk_margin readable characters around `text`. Without classes targets are numbers.
  CsvParser(std::string_view text, const CsvColumns& columns, const ClassNumbers& classes, double* y, T* values)
      : p_(text.data()), end_(p_ + text.size()), columns_(columns), classes_(classes), y_(y), values_(values) {}

  /// Throws TextError.
  void run() {
    while (p_ != end_) {
      if (!is_line_end(p_, end_)) parse_row();
      if (p_ != end_ && *p_ == '\r') ++p_;
      if (p_ != end_) ++p_;
    }
  }

 private:
  void parse_row() {
    const std::size_t count = columns_.names.size();
    for (column_ = 0; column_ < count; ++column_) {
      if (column_ == columns_.target) {
        *y_++ = classes_.is_empty() ? field<double>() : class_number();
      } else {
        *values_++ = field<T>();
      }
      if (column_ + 1 < count) pass_comma();
    }
    if (!is_line_end(p_, end_))
      throw TextError{p_, fmt::format("expected {} fields as in the header, found more", count)};
  }

  void pass_comma() {
    if (is_line_end(p_, end_))
      throw TextError{p_,
                      fmt::format("expected {} fields as in the header, found {}", columns_.names.size(), column_ + 1)};
    ++p_;
  }

  /// A number up to the comma or the end of the line.
  template <class Number>
  Number field() {
    Number number;
    if (const char* after = short_number(p_, number); after != nullptr && (*after == ',' || *after == '\n')) {
      p_ = after;
      return number;
    }
    const char* begin = p_;
    p_ = skip_blanks(p_, end_);
    const bool quoted = p_ != end_ && *p_ == '"';
    const char* after = parse_number(p_ + quoted, end_, number);
    if (after == nullptr) fail("a number", begin);
    if (quoted && (after == end_ || *after++ != '"')) fail("a number", begin);
    after = skip_blanks(after, end_);
    if (!is_line_end(after, end_) && *after != ',') fail("a number", begin);
    if (!std::isfinite(number)) fail("a number within the range of its type", begin);
    p_ = after;
    return number;
  }

  double class_number() {
    const char* const after = csv_field_end(p_, end_);
    if (after == nullptr) fail("a name whose quote is closed on its line", p_);
    const std::string name = csv_text(p_, after);
    if (!is_class_name(name)) fail("a name", p_);
    p_ = after;
    return classes_.of(name);
  }

  [[noreturn]] void fail(const char* what, const char* begin) const {
    const char* after = skip_blanks(begin, end_);
    const bool empty = is_line_end(after, end_) || *after == ',';
    throw TextError{empty ? begin : after,
                    fmt::format("column {} ('{}'): expected {}, found {}", column_ + 1, columns_.names[column_], what,
                                empty ? "an empty field" : found_at(after, end_, ","))};
  }

  const char* p_;
  const char* end_;
  const CsvColumns& columns_;
  const ClassNumbers& classes_;
  double* y_;
  T* values_;
  std::size_t column_ = 0;
};

template <class T>
Dataset read(TextChunks& chunks, const CsvColumns& columns, const std::string& file) {
  std::vector<std::string> names = count(chunks, columns, file);
  const ClassNumbers classes(names);
  const std::int64_t rows = chunks.total().rows;
  const auto cols = static_cast<std::int32_t>(columns.names.size() - columns.has_target());
  OwnedRows<T> owned = allocate_dense<T>(rows, cols, columns.has_target() ? rows : 0);
  chunks.parse([&](const Chunk& chunk, std::string_view text) {
    const std::int64_t row = chunk.before.rows;
    CsvParser<T>(text, columns, classes, columns.has_target() ? owned.y.data() + row : nullptr,
                 owned.values.data() + row * cols)
        .run();
  });
  Dataset data = dense_dataset(std::move(owned), rows, cols);
  data.feature_names = columns.of_features();
  data.class_names = std::move(names);
  return data;
}

template <class T>
StoreSummary store(TextChunks& chunks, const CsvColumns& columns, const std::string& from, AtomicFile& file) {
  const std::vector<std::string> class_names = count(chunks, columns, from);
  const ClassNumbers classes(class_names);
  StoreHeader header;
  header.value_size = sizeof(T);
  header.rows = static_cast<std::uint64_t>(chunks.total().rows);
  header.cols = columns.names.size() - columns.has_target();
  header.entries = header.rows * header.cols;
  header.has_targets = columns.has_target() ? 1 : 0;
  header.class_names = static_cast<std::uint32_t>(class_names.size());
  const std::string names = store_names(columns.of_features()) + store_names(class_names);
  header.name_bytes = names.size();
  return StoreParts<T>(file, header, names).fill(chunks, [&](const Chunk&, std::string_view text, OwnedRows<T>& part) {
    CsvParser<T>(text, columns, classes, part.y.data(), part.values.data()).run();
  });
}

/// By what the first row has there. What is missing or no class is left to the parser, which expects numbers then.
bool is_text(std::string_view rows, std::size_t column) {
  std::string_view line;
  while (!rows.empty() && !is_csv_row(line)) line = take_line(rows);
  const auto field = csv_field(line, column);
  return field && is_class_name(*field) && !is_number(*field);
}

CsvColumns columns_of(const CsvHeader& header, const std::string& target) {
  CsvColumns columns{header.names, 0};
  const bool no_target = target == "none" && std::ranges::find(columns.names, "none") == columns.names.end();
  if (no_target)
    columns.target = columns.names.size();
  else if (target.empty())
    columns.target = columns.names.size() - 1;
  else
    columns.target = column_of(columns.names, target, "target");
  columns.target_is_text = columns.has_target() && is_text(header.rest, columns.target);
  return columns;
}

}  // namespace

Dataset read_csv(const TextSource& source, const ReadOptions& options, std::size_t chunk_size) {
  const CsvHeader header = read_csv_header(source);
  const CsvColumns columns = columns_of(header, options.target);
  TextChunks chunks(source, header.rest, header.lines, options.threads, chunk_size);
  Dataset data = options.value_type == ValueType::float32 ? read<float>(chunks, columns, source.name)
                                                          : read<double>(chunks, columns, source.name);
  return change_layout(std::move(data), options.layout, options.features);
}

StoreSummary store_csv(const TextSource& source, const ReadOptions& options, AtomicFile& file, std::size_t chunk_size) {
  const CsvHeader header = read_csv_header(source);
  const CsvColumns columns = columns_of(header, options.target);
  TextChunks chunks(source, header.rest, header.lines, options.threads, chunk_size);
  return options.value_type == ValueType::float32 ? store<float>(chunks, columns, source.name, file)
                                                  : store<double>(chunks, columns, source.name, file);
}

}  // namespace hingeline::internal
