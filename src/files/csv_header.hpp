// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "files/csv_separator.hpp"
#include "files/text_source.hpp"
#include "hingeline/dataset.hpp"

namespace hingeline::internal {

/// The first line of a CSV file that is not blank. Quoted names may hold separators, newlines and doubled quotes.
/// Without a header, names are the numbers of the fields of that line, from 1.
struct CsvHeader {
  CsvSeparator separator;
  std::string_view place = "header";  ///< where the columns are named or counted, for messages
  std::vector<std::string> names;     ///< at least one
  std::int64_t lines = 0;             ///< lines of the header, including blank ones before it
  std::string_view rest;              ///< the text after the header
};

/// Throws DataError where a quote is not closed, all names are numbers (there is no header), or names are separated by
/// another separator than the expected one.
CsvHeader read_csv_header(const TextSource& source, const ReadOptions& options);

/// The index, from 0, of the column `given`, which is a name or, if no column has that name, a number from 1. Throws
/// InvalidParameter for `parameter` where there is no such column or several have that name.
std::size_t column_of(const std::vector<std::string>& names, const std::string& given, const std::string& parameter);

}  // namespace hingeline::internal
