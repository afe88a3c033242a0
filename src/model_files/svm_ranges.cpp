// SPDX-License-Identifier: BSD-3-Clause
#include "model_files/svm_ranges.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

namespace hingeline::internal {
namespace {

/// Reads a line of two numbers.
std::pair<double, double> read_two(const char* what, Lines& lines) {
  std::string_view line;
  if (!lines.next_words(line)) lines.fail(fmt::format("the file ends before the {}", what));
  const double first = take_number(line, lines);
  const double second = take_number(line, lines);
  require_line_end(line, lines);
  return {first, second};
}

SvmRanges::Limits read_limits(Lines& lines) {
  const auto [lower, upper] = read_two("limits", lines);
  require_ascending_limits(lower, upper, lines);
  return {lower, upper};
}

SvmRanges::Range read_range(std::string_view line, const Lines& lines) {
  const double min = take_number(line, lines);
  const double max = take_number(line, lines);
  if (!std::isfinite(max - min)) lines.fail("numbers too large to be scaled");
  require_line_end(line, lines);
  return {min, max};
}

void read_targets(SvmRanges& ranges, Lines& lines) {
  ranges.y = read_limits(lines);
  const auto [min, max] = read_two("range of targets", lines);
  ranges.target = {min, max};
  std::string_view line;
  lines.next_words(line);
  if (const std::string_view section = take_word(line); section != "x")
    lines.fail("expected 'x', found " + found_word(section));
}

void read_features(std::vector<SvmRanges::Range>& features, Lines& lines) {
  constexpr std::int64_t most_absent = 1 << 24;  // take memory without a line in the file; enough for 24-bit hashes
  std::int64_t absent = 0;
  std::string_view line;
  while (lines.next_words(line)) {
    const std::int64_t index = count(take_word(line), lines);
    if (index <= std::ssize(features)) lines.fail(fmt::format("indices must begin at 1 and ascend, found {}", index));
    absent += index - std::ssize(features) - 1;
    if (absent > most_absent) lines.fail(fmt::format("more than {} columns have no range", most_absent));
    features.resize(static_cast<std::size_t>(index));
    features.back() = read_range(line, lines);
  }
}

}  // namespace

SvmRanges read_svm_ranges(std::string_view section, Lines& lines) {
  SvmRanges ranges;
  if (section == "y") read_targets(ranges, lines);
  ranges.x = read_limits(lines);
  read_features(ranges.features, lines);
  return ranges;
}

SvmRanges parse_svm_ranges(std::string_view text, const std::string& name) {
  Lines lines(text, name);
  std::string_view line;
  lines.next_words(line);
  const std::string_view section = take_word(line);
  if (section != "x" && section != "y") lines.fail("expected 'x' or 'y', found " + found_word(section));
  return read_svm_ranges(section, lines);
}

}  // namespace hingeline::internal
