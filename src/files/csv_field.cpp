// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_field.hpp"

#include "files/parse_number.hpp"
#include "files/text_chunks.hpp"

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

std::string_view csv_text(const char* p, const char* end, std::string& memory) {
  p = skip_blanks(p, end);
  while (end != p && is_blank(end[-1])) --end;
  if (p == end || *p != '"') return {p, end};
  memory.clear();
  for (const char* letter = p + 1; letter < end - 1; ++letter) {
    memory += *letter;
    if (*letter == '"') ++letter;
  }
  return memory;
}

bool is_number(std::string_view text) {
  const char* const end = text.data() + text.size();
  double ignored = 0;
  return parse_number(text.data(), end, ignored) == end;
}

}  // namespace hingeline::internal
