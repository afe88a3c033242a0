// SPDX-License-Identifier: BSD-3-Clause
//
// What the columns of a CSV file are to its reader. A number is a feature. A category is a column of text: each of its
// names is a feature, COLUMN=NAME, that is 1 in the rows which have that name and 0 in the others. Where features are
// wanted by their names, as a model knows them, these say what columns are, and what is not among them is left out.
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
  Kind kind = Kind::number;
  std::int32_t feature = 0;           ///< of a number
  bool names_may_be_numbers = false;  ///< of a category or of classes
  bool names_are_known = false;       ///< before the text is searched for them
  NameNumbers numbers = {};           ///< the features of a category's names, or the numbers of classes
};

class CsvColumns {
 public:
  /// Kinds are those of the first row where the options do not say. Throws InvalidParameter for columns that are not
  /// there or cannot be what they are to be, DataError where a feature that is wanted is that of no column or of two.
  CsvColumns(const CsvHeader& header, const ReadOptions& options, const std::string& file);

  /// Counts the rows of the text behind the header and finds the names in it. Malformed lines are left to the parser.
  /// Throws DataError for so many names that they are none.
  TextRows count(TextChunks& chunks, std::int32_t least_features);

  std::span<const CsvColumn> all() const { return columns_; }
  CsvSeparator separator() const { return separator_; }
  /// Where they are named, or counted.
  std::string_view place() const { return place_; }
  /// Features come in the order of columns.
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
