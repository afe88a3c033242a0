// SPDX-License-Identifier: BSD-3-Clause
#include "files/text_error.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/quote.hpp"

namespace hingeline::internal {

TextPlace place_in(std::string_view text, const char* position) {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(position - text.data()));
  return {std::ranges::count(before, '\n') + 1,
          static_cast<std::int64_t>(before.size() - (before.rfind('\n') + 1)) + 1};
}

std::string found_at(const char* position, const char* end, std::string_view separators) {
  const std::string_view rest(position, static_cast<std::size_t>(end - position));
  const std::string_view word = rest.substr(0, rest.find_first_of(std::string(" \t\r\n").append(separators)));
  if (!word.empty()) return quote(word);
  if (rest.empty() || rest.starts_with('\n') || rest.starts_with("\r\n")) return "the end of the line";
  return rest.front() == ' ' || rest.front() == '\t' ? "a blank" : quote(rest.substr(0, 1));
}

TextError expected(std::string_view what, const char* position, const char* end, std::string_view separators) {
  return {position, fmt::format("expected {}, found {}", what, found_at(position, end, separators))};
}

}  // namespace hingeline::internal
