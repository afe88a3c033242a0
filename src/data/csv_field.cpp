// SPDX-License-Identifier: BSD-3-Clause
#include "data/csv_field.hpp"

#include "data/parse_number.hpp"
#include "data/text_chunks.hpp"

namespace hingeline::internal {
namespace {

bool is_field_end(const char* p, const char* end) { return is_line_end(p, end) || *p == ','; }

/// Behind the closing quote; `p` is behind the opening one.
const char* skip_quoted(const char* p, const char* end) {
  for (; !is_line_end(p, end); ++p)
    if (*p == '"' && (++p == end || *p != '"')) return p;
  return nullptr;
}

}  // namespace

const char* csv_field_end(const char* p, const char* end) {
  p = skip_blanks(p, end);
  if (p != end && *p == '"') {
    p = skip_quoted(p + 1, end);
    if (p != nullptr) p = skip_blanks(p, end);
    return p != nullptr && is_field_end(p, end) ? p : nullptr;
  }
  while (!is_field_end(p, end)) ++p;
  return p;
}

std::string csv_text(const char* p, const char* end) {
  p = skip_blanks(p, end);
  while (end != p && is_blank(end[-1])) --end;
  if (p == end || *p != '"') return {p, end};
  std::string text;
  for (const char* letter = p + 1; letter < end - 1; ++letter) {
    text += *letter;
    if (*letter == '"') ++letter;
  }
  return text;
}

std::optional<std::string> csv_field(std::string_view line, std::size_t column) {
  const char* p = line.data();
  const char* const end = p + line.size();
  for (;; ++p, --column) {
    const char* const after = csv_field_end(p, end);
    if (after == nullptr || (column > 0 && is_line_end(after, end))) return std::nullopt;
    if (column == 0) return csv_text(p, after);
    p = after;
  }
}

bool is_number(std::string_view text) {
  const char* const end = text.data() + text.size();
  double ignored = 0;
  return parse_number(text.data(), end, ignored) == end;
}

}  // namespace hingeline::internal
