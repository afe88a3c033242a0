// SPDX-License-Identifier: BSD-3-Clause
#include "files/csv_field.hpp"

#include "files/parse_number.hpp"
#include "files/text_chunks.hpp"

namespace hingeline::internal {
namespace {

/// The position after the closing quote, or nullptr; `p` is after the opening one.
const char* skip_quoted(const char* p, const char* end) {
  for (; !is_line_end(p, end); ++p)
    if (*p == '"' && (++p == end || *p != '"')) return p;
  return nullptr;
}

}  // namespace

const char* csv_field_end(const char* p, const char* end, CsvSeparator separator) {
  p = separator.skip_padding(p, end);
  if (p != end && *p == '"') {
    p = skip_quoted(p + 1, end);
    if (p != nullptr) p = separator.skip_padding(p, end);
    return p != nullptr && separator.is_end(p, end) ? p : nullptr;
  }
  while (!separator.is_end(p, end)) ++p;
  return p;
}

std::string_view csv_text(const char* p, const char* end, CsvSeparator separator, std::string& memory) {
  p = separator.skip_padding(p, end);
  while (end != p && separator.is_padding(end[-1])) --end;
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
