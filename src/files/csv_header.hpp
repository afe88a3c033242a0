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

/// The first line of a CSV file that is not blank. Names may be quoted, and then hold separators, newlines and doubled
/// quotes. Where there is no header they are numbers, from 1, of the fields of that line.
struct CsvHeader {
  CsvSeparator separator;
  std::string_view place = "header";  ///< where the columns are named, or counted
  std::vector<std::string> names;     ///< at least one
  std::int64_t lines = 0;             ///< that it takes, with blank ones in front
  std::string_view rest;              ///< the text behind it
};

/// Throws DataError where a quote is not closed, where there are only numbers, a file without a header, or where names
/// and rows are apart by another separator.
CsvHeader read_csv_header(const TextSource& source, const ReadOptions& options);

/// Which column `given` means: a name, else a number counted from 1. Counted from 0. Throws InvalidParameter, of
/// `parameter`, where there is no such column, or where two have that name.
std::size_t column_of(const std::vector<std::string>& names, const std::string& given, const std::string& parameter);

}  // namespace hingeline::internal
