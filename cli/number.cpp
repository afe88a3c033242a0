// SPDX-License-Identifier: BSD-3-Clause
#include "number.hpp"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "core/infinity.hpp"
#include "core/lower_case.hpp"
#include "core/quote.hpp"
#include "files/parse_number.hpp"
#include "hingeline/error.hpp"
#include "lines.hpp"

namespace hingeline::cli {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t end = text.find(separator);
    words.emplace_back(text.substr(0, end));
    if (end == text.npos) return words;
    text.remove_prefix(end + 1);
  }
}

std::optional<double> parse_number(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
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

std::optional<Range> parse_range(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return std::nullopt;
  const auto lower = parse_limit(text.substr(0, colon));
  const auto upper = parse_limit(text.substr(colon + 1));
  if (!lower || !upper || !(*lower <= *upper)) return std::nullopt;
  return Range{*lower, *upper};
}

std::optional<std::int64_t> parse_size(std::string_view text) {
  constexpr std::string_view units = "kmgt";
  constexpr double end = 9223372036854775808.0;
  const std::string lower = internal::lower_case(text);
  std::string_view number = lower;
  double unit = 1;
  if (number.ends_with('b')) number.remove_suffix(number.ends_with("ib") ? 2 : 1);
  for (std::size_t k = 0; k < units.size(); ++k) {
    if (!number.ends_with(units[k])) continue;
    unit = std::ldexp(1.0, 10 * static_cast<int>(k + 1));
    number.remove_suffix(1);
    break;
  }
  const auto count = parse_number(number);
  if (!count || !(*count * unit >= 1 && *count * unit < end)) return std::nullopt;
  return static_cast<std::int64_t>(*count * unit);
}

std::vector<double> read_numbers(const std::string& file, std::int64_t expected) {
  std::vector<double> numbers;
  numbers.reserve(static_cast<std::size_t>(expected));
  for_each_line(file, [&](std::string_view line, std::int64_t place) {
    const auto number = parse_number(line);
    if (!number) throw DataError(file, place, 1, "expected a number, found " + internal::quote(line));
    numbers.push_back(*number);
  });
  return numbers;
}

std::vector<double> read_numbers(const std::string& file, std::int64_t count, const char* things) {
  std::vector<double> numbers = read_numbers(file, count);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (!std::isfinite(numbers[i]))
      throw DataError(file, static_cast<std::int64_t>(i) + 1, 1,
                      fmt::format("expected a finite number, found {}", numbers[i]));
  if (std::ssize(numbers) != count)
    throw DataError(fmt::format("{}: {} given for {} {}", file, numbers.size(), count, things));
  return numbers;
}

}  // namespace hingeline::cli
