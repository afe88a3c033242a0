// SPDX-License-Identifier: BSD-3-Clause
//
// Fields of CSV (RFC 4180) as text. Blanks around a field are no part of it; a quoted one may hold separators and
// doubled quotes, but must end on its line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "files/csv_separator.hpp"

namespace hingeline::internal {

/// Empty lines are passed over.
inline bool is_csv_row(std::string_view line) { return !line.empty() && line != "\r"; }

/// Where the field at `p` ends, at a separator or at the end of the line; nullptr where its quote is not closed there,
/// or something follows it.
const char* csv_field_end(const char* p, const char* end, CsvSeparator separator);

/// What the field from `p` to such an end says; `memory` is written where quotes are undone.
std::string_view csv_text(const char* p, const char* end, CsvSeparator separator, std::string& memory);

/// f(column from 0, begin, end) of the fields of a line, as long as it returns true and no quote is wrong.
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
