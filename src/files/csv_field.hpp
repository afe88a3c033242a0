// SPDX-License-Identifier: BSD-3-Clause
//
// Fields of CSV (RFC 4180) as text. Blanks around a field are no part of it; a quoted one may hold commas and doubled
// quotes, but must end on its line.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// Empty lines are passed over.
inline bool is_csv_row(std::string_view line) { return !line.empty() && line != "\r"; }

/// Where the field at `p` ends, at a comma or at the end of the line; nullptr where its quote is not closed there, or
/// something follows it.
const char* csv_field_end(const char* p, const char* end);

/// What the field from `p` to such an end says; `memory` is written where quotes are undone.
std::string_view csv_text(const char* p, const char* end, std::string& memory);

/// f(column from 0, begin, end) of the fields of a line, as long as it returns true and no quote is wrong.
template <class F>
void for_each_csv_field(std::string_view line, const F& f) {
  const char* p = line.data();
  const char* const end = p + line.size();
  for (std::size_t column = 0;; ++column, ++p) {
    const char* const after = csv_field_end(p, end);
    if (after == nullptr || !f(column, p, after) || after == end || *after != ',') return;
    p = after;
  }
}

bool is_number(std::string_view text);

}  // namespace hingeline::internal
