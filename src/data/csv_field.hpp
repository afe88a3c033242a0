// SPDX-License-Identifier: BSD-3-Clause
//
// Fields of CSV (RFC 4180) as text. Blanks around a field are no part of it; a quoted one may hold commas and doubled
// quotes, but must end on its line.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace hingeline::internal {

/// Empty lines are passed over.
inline bool is_csv_row(std::string_view line) { return !line.empty() && line != "\r"; }

/// Where the field at `p` ends, at a comma or at the end of the line; nullptr where its quote is not closed there, or
/// something follows it.
const char* csv_field_end(const char* p, const char* end);

/// What the field from `p` to such an end says.
std::string csv_text(const char* p, const char* end);

/// What a line has in a column, counted from 0; nothing where it ends before, or a quote is wrong.
std::optional<std::string> csv_field(std::string_view line, std::size_t column);

bool is_number(std::string_view text);

}  // namespace hingeline::internal
