// SPDX-License-Identifier: BSD-3-Clause
#include "number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/infinity.hpp"
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
  if (text == "inf") return internal::infinity;
  if (text == "-inf") return -internal::infinity;
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

std::vector<double> read_numbers(const std::string& file, std::int64_t count, const char* things) {
  std::vector<double> numbers = read_numbers(file);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers[i]))
      throw DataError(file, static_cast<std::int64_t>(i) + 1, 1,
                      fmt::format("expected a finite number, found {}", numbers[i]));
  if (std::ssize(numbers) != count)
    throw DataError(fmt::format("{}: {} given for {} {}", file, numbers.size(), count, things));
  return numbers;
}

}  // namespace hingeline::cli
