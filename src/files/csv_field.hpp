// SPDX-License-Identifier: BSD-3-Clause
//
// Fields of CSV (RFC 4180) as text. Blanks around a field are no part of it; a quoted field may hold separators and
// doubled quotes, but must end on its line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "files/csv_separator.hpp"

namespace hingeline::internal {

/// Whether the line is a row; lines of blanks are skipped.
inline bool is_csv_row(std::string_view line, CsvSeparator separator) {
  const char* const end = line.data() + line.size();
  return !is_line_end(separator.skip_empty(line.data(), end), end);
}

/// The end of the field at `p`, which is a separator or the end of the line; nullptr where a quote is not closed or is
/// followed by other characters.
const char* csv_field_end(const char* p, const char* end, CsvSeparator separator);

/// The text of the field from `p` to its csv_field_end(); in `memory` where doubled quotes are replaced.
std::string_view csv_text(const char* p, const char* end, CsvSeparator separator, std::string& memory);

/// Calls f(column from 0, begin, end) for the fields of a line, as long as it returns true and quotes are correct.
template <class F>
void for_each_csv_field(std::string_view line, CsvSeparator separator, const F& f) {
  const char* const end = line.data() + line.size();
  const char* p = separator.skip_run(line.data(), end);
  for (std::size_t column = 0;; ++column, p = separator.pass(p)) {
    const char* const after = csv_field_end(p, end, separator);
    if (after == nullptr || !f(column, p, after)) return;
    p = separator.skip_run(after, end);
    if (is_line_end(p, end)) return;
  }
}

bool is_number(std::string_view text);

}  // namespace hingeline::internal
