// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "core/quote.hpp"
#include "files/csv_field.hpp"
#include "files/wanted_features.hpp"
#include "hingeline/error.hpp"

namespace hingeline::internal {
namespace {

using Kind = CsvColumn::Kind;

/// Whether a field is a number, also with a decimal comma (1,5), which the parser refuses.
bool is_like_number(std::string_view field) {
  std::string with_point(field);
  if (const std::size_t comma = field.find(','); comma != field.npos) with_point[comma] = '.';
  return is_number(with_point);
}

/// The fields of the first row that are text, others empty. Missing fields, and nan and inf, are left to the parser.
std::vector<std::string> text_in_first_row(const CsvHeader& header) {
  const std::size_t columns = header.names.size();
  std::vector<std::string> text(columns);
  std::string_view rows = header.rest;
  std::string_view line;
  while (!rows.empty() && !is_csv_row(line, header.separator)) line = take_line(rows);
  std::string memory;
  for_each_csv_field(line, header.separator, [&](std::size_t column, const char* p, const char* end) {
    if (column == columns) return false;
    const std::string_view field = csv_text(p, end, header.separator, memory);
    if (is_name(field) && !is_like_number(field)) text[column] = field;
    return true;
  });
  return text;
}

/// The index of the target, names.size() for none; by default the last column, unless that is a wanted feature.
std::size_t target_of(const std::vector<std::string>& names, const std::string& given, const WantedFeatures& wanted) {
  const std::size_t none = names.size();
  if (given.empty()) return wanted.know(names.back()) ? none : names.size() - 1;
  if (given == "none" && std::ranges::find(names, given) == names.end()) return none;
  return column_of(names, given, "target");
}

/// Requires that the options do not contradict the kinds that the wanted features determine.
void require_kinds(const std::vector<std::string>& names, const ReadOptions& options,
                   std::span<const CsvColumn> columns) {
  for (const std::string& name : options.categorical)
    if (columns[column_of(names, name, "categorical")].kind != Kind::category)
      throw InvalidParameter("categorical", name,
                             "must be a categorical column among the wanted features, such as those of a model");
  for (const std::string& name : options.ignored)
    if (columns[column_of(names, name, "ignored")].is_feature())
      throw InvalidParameter("ignored", name, "must not be one of the wanted features, such as those of a model");
}

void set_kinds(const std::vector<std::string>& names, const ReadOptions& options, std::span<CsvColumn> columns) {
  for (const std::string& name : options.categorical) {
    CsvColumn& column = columns[column_of(names, name, "categorical")];
    if (!column.is_feature()) throw InvalidParameter("categorical", name, "must not be the target");
    column.kind = Kind::category;
    column.names_may_be_numbers = true;
  }
  for (const std::string& name : options.ignored) {
    CsvColumn& column = columns[column_of(names, name, "ignored")];
    if ((!column.is_feature() || column.names_may_be_numbers) && column.kind != Kind::ignored)
      throw InvalidParameter("ignored", name, "must be neither the target nor categorical");
    column.kind = Kind::ignored;
  }
}

/// Sets the kind of a column by the wanted features.
void take_wanted(WantedFeatures& wanted, CsvColumn& column) {
  column.kind = Kind::ignored;
  if (const auto feature = wanted.take(column.name)) {
    column.kind = Kind::number;
    column.feature = *feature;
    return;
  }
  for (const auto& [name, feature] : wanted.take_category(column.name)) {
    column.kind = Kind::category;
    column.names_may_be_numbers = column.names_are_known = true;
    column.numbers.add(name, feature);
  }
}

bool is_searched(const CsvColumn& column) {
  return !column.names_are_known && (column.kind == Kind::category || column.kind == Kind::target_class);
}

/// The number of names that a column may have; unlimited for categories that the options name.
std::size_t most_names(const CsvColumn& column) {
  const bool is_asked_for = column.kind == Kind::category && column.names_may_be_numbers;
  return is_asked_for ? std::numeric_limits<std::size_t>::max() : most_usual_names;
}

/// Requires that features can be found again by name: features of a category begin with COLUMN=, and no others may.
/// Several columns of numbers may have the same name, and are distinguished by their order.
void require_names_apart(const std::string& file, std::span<const CsvColumn> columns) {
  std::vector<std::pair<std::string_view, std::size_t>> by_name;
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (columns[k].is_feature()) by_name.emplace_back(columns[k].name, k);
  std::ranges::sort(by_name);
  const auto require_none_but = [&](std::size_t category, const std::string& text, const auto& is_like) {
    for (auto at = std::ranges::lower_bound(by_name, std::pair(std::string_view(text), std::size_t{0}));
         at != by_name.end() && is_like(at->first); ++at)
      if (at->second != category)
        throw DataError(file, 0, 0,
                        fmt::format("columns {} ({}) and {} ({}): their features would have the same names",
                                    category + 1, quote(columns[category].name), at->second + 1, quote(at->first)));
  };
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (columns[k].kind != Kind::category) continue;
    const std::string prefix = columns[k].name + "=";
    require_none_but(k, columns[k].name, [&](std::string_view name) { return name == columns[k].name; });
    require_none_but(k, prefix, [&](std::string_view name) { return name.starts_with(prefix); });
  }
}

ChunkCounts count_rows(std::string_view chunk, CsvSeparator separator, std::int64_t entries) {
  ChunkCounts counts;
  for (; !chunk.empty(); ++counts.lines) counts.rows += is_csv_row(take_line(chunk), separator);
  counts.entries = entries * counts.rows;
  return counts;
}

}  // namespace

CsvColumns::CsvColumns(const CsvHeader& header, const ReadOptions& options, const std::string& file)
    : file_(file), separator_(header.separator), place_(header.place), wanted_(options.feature_names) {
  WantedFeatures wanted(wanted_, file_);
  const std::vector<std::string> first_text = text_in_first_row(header);
  const std::size_t target = target_of(header.names, options.target, wanted);
  for (std::size_t k = 0; k < header.names.size(); ++k) {
    CsvColumn& column = columns_.emplace_back(CsvColumn{.name = header.names[k], .first_name = first_text[k]});
    if (k == target) {
      column.kind = !first_text[k].empty() ? Kind::target_class : Kind::target;
      column.names_may_be_numbers = true;
    } else if (!wanted_.empty()) {
      take_wanted(wanted, column);
    } else if (!first_text[k].empty()) {
      column.kind = Kind::category;
    }
  }
  wanted.require_all_taken();
  if (wanted_.empty())
    set_kinds(header.names, options, columns_);
  else
    require_kinds(header.names, options, columns_);
}

TextRows CsvColumns::count(TextChunks& chunks, std::int32_t least_features) {
  std::vector<NamesInText> names(columns_.size());
  const std::int64_t entries = std::ranges::count_if(columns_, &CsvColumn::is_feature);
  const bool searches = std::ranges::any_of(columns_, is_searched);
  chunks.count([&](const Chunk& chunk, std::string_view text) {
    if (searches) add_names(chunk, text, names);
    return count_rows(text, separator_, entries);
  });
  TextRows rows{.have_targets = std::ranges::any_of(columns_, [](const CsvColumn& column) {
                  return column.kind == Kind::target || column.kind == Kind::target_class;
                })};
  number_features(names, rows);
  constexpr std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (rows.feature_names.size() > most) throw DataError(fmt::format("{}: more than {} features", file_, most));
  rows.cols = std::max(static_cast<std::int32_t>(rows.feature_names.size()), least_features);
  rows.feature_names.resize(static_cast<std::size_t>(rows.cols));
  return rows;
}

void CsvColumns::add_names(const Chunk& chunk, std::string_view text, std::span<NamesInText> names) const {
  std::vector<NamesInText::Part> found(columns_.size());
  std::string memory;
  const char* const begin = text.data();
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (!is_csv_row(line, separator_)) continue;
    for_each_csv_field(line, separator_, [&](std::size_t k, const char* p, const char* end) {
      if (k == columns_.size()) return false;
      if (!is_searched(columns_[k])) return true;
      const std::string_view name = csv_text(p, end, separator_, memory);
      if (found[k].contains(name) || !is_name(name)) return true;
      if (columns_[k].names_may_be_numbers || !is_number(name)) found[k].emplace(name, chunk.text.data() + (p - begin));
      return true;
    });
  }
  for (std::size_t k = 0; k < columns_.size(); ++k)
    if (is_searched(columns_[k])) names[k].add(found[k], most_names(columns_[k]));
}

void CsvColumns::number_features(std::span<const NamesInText> names, TextRows& rows) {
  rows.feature_names = wanted_;
  if (wanted_.empty()) require_names_apart(file_, columns_);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    CsvColumn& column = columns_[k];
    if (names[k].are_too_many())
      throw DataError(
          file_, 0, 0,
          fmt::format("column {} ({}): more than {} different names, {}", k + 1, quote(column.name), most_names(column),
                      column.kind == Kind::category ? "which only columns named by the option categorical may have"
                                                    : "too many for classes"));
    const auto next = static_cast<std::int32_t>(rows.feature_names.size());
    if (column.kind == Kind::number && wanted_.empty()) {
      column.feature = next;
      rows.feature_names.push_back(column.name);
    } else if (is_searched(column)) {
      std::vector<std::string> in_order = names[k].in_order();
      const bool are_classes = column.kind == Kind::target_class;
      column.numbers = NameNumbers(in_order, are_classes ? 0 : next);
      if (are_classes)
        rows.class_names = std::move(in_order);
      else
        for (const std::string& name : in_order) rows.feature_names.push_back(column.name + "=" + name);
    }
  }
}

}  // namespace hingeline::internal
