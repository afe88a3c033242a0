// SPDX-License-Identifier: BSD-3-Clause
#include "number.hpp"

#include <limits>

#include "core/quote.hpp"
#include "data/parse_number.hpp"
#include "hingeline/error.hpp"
#include "lines.hpp"

namespace hingeline::cli {

std::optional<double> parse_number(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return std::nullopt;
  text = text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
  double value = 0;
  const char* end = text.data() + text.size();
  if (internal::parse_number(text.data(), end, value) != end) return std::nullopt;
  return value;
}

std::optional<double> parse_limit(std::string_view text) {
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return parse_number(text);
}

std::vector<double> read_numbers(const std::string& file) {
  std::vector<double> numbers;
  for (const std::string& line : read_lines(file)) {
    const auto number = parse_number(line);
    if (!number)
      throw DataError(file, static_cast<std::int64_t>(numbers.size()) + 1, 1,
                      "expected a number, found " + internal::quote(line));
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace hingeline::cli
