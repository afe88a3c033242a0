// SPDX-License-Identifier: BSD-3-Clause
//
// What the columns of a CSV file mean. A column of numbers is a feature. A category is a column of text: each of its
// names is a feature, COLUMN=NAME, that is 1 in the rows with that name and 0 in the others. If the options list wanted
// features by name (those of a model), these names determine what columns are, and other columns are ignored.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/csv_header.hpp"
#include "files/text_chunks.hpp"
#include "files/text_names.hpp"
#include "files/text_rows.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

struct CsvColumn {
  enum class Kind { number, category, target, target_class, ignored };

  bool is_feature() const { return kind == Kind::number || kind == Kind::category; }

  std::string name;
  std::string first_name;  ///< the field of the first row, if that is text
  Kind kind = Kind::number;
  std::int32_t feature = 0;           ///< of a column of numbers
  bool names_may_be_numbers = false;  ///< for a category or classes
  bool names_are_known = false;       ///< the text need not be searched for them
  NameNumbers numbers = {};           ///< the features of a category's names, or the numbers of classes
};

class CsvColumns {
 public:
  /// Where the options do not name a column's kind, the first row determines it. Throws InvalidParameter for columns in
  /// the options that do not exist or do not fit, DataError where a wanted feature is that of no column or of two.
  CsvColumns(const CsvHeader& header, const ReadOptions& options, const std::string& file);

  /// Counts the rows of the text behind the header and finds the names of categories and classes. Malformed lines are
  /// left to the parser. Throws DataError for more than most_usual_names, which are free text rather than names.
  TextRows count(TextChunks& chunks, std::int32_t least_features);

  std::span<const CsvColumn> all() const { return columns_; }
  CsvSeparator separator() const { return separator_; }
  /// Where columns are named or counted, for messages.
  std::string_view place() const { return place_; }
  /// Whether features ascend with columns.
  bool ascend() const { return wanted_.empty(); }

 private:
  void add_names(const Chunk& chunk, std::string_view text, std::span<NamesInText> names) const;
  void number_features(std::span<const NamesInText> names, TextRows& rows);

  const std::string file_;
  const CsvSeparator separator_;
  const std::string_view place_;
  std::vector<CsvColumn> columns_;
  std::vector<std::string> wanted_;
};

}  // namespace hingeline::internal
