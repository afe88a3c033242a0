// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "model_files/model_words.hpp"
#include "model_files/svm_ranges.hpp"
#include "model_files/text_pieces.hpp"
#include "models/column_scaling.hpp"

namespace hingeline::internal {
namespace {

double number_field(Lines& lines, std::string_view key) {
  std::string_view line = behind_key(lines, key);
  const double number = take_number(line, lines);
  require_line_end(line, lines);
  return number;
}

void read_column(std::string_view line, const Lines& lines, ColumnScaling& scaling) {
  scaling.origin.push_back(take_number(line, lines));
  scaling.unit.push_back(take_number(line, lines));
  scaling.feature_names.push_back(rest_as_name(line, lines));
}

void read_scaling_columns(Lines& lines, std::int32_t features, ColumnScaling& scaling) {
  std::string_view line;
  while (lines.next_words(line)) {
    if (scaling.features() == features)
      lines.fail(fmt::format("more than the {} columns that the header announces", features));
    const std::string_view key = take_word(line);
    if (key != "column") lines.fail("expected 'column', found " + found_word(key));
    read_column(line, lines, scaling);
  }
  if (scaling.features() != features)
    lines.fail(fmt::format("the file ends after {} of {} columns", scaling.features(), features));
  if (std::ranges::all_of(scaling.feature_names, &std::string::empty)) scaling.feature_names.clear();
}

/// Reads the lines after the first one.
ColumnScaling read_scaling(Lines& lines) {
  ColumnScaling scaling;
  std::string_view method = behind_key(lines, "method");
  scaling.method = named<ScalingMethod>(scaling_method_names, take_word(method), lines);
  require_line_end(method, lines);
  scaling.lower = number_field(lines, "lower");
  scaling.upper = number_field(lines, "upper");
  require_ascending_limits(scaling.lower, scaling.upper, lines);
  std::string_view features = behind_key(lines, "features");
  const std::int32_t size = count(take_word(features), lines);
  require_line_end(features, lines);
  read_scaling_columns(lines, size, scaling);
  return scaling;
}

/// The scaling by svm-scale's ranges; features without a range become 0.
ColumnScaling of_svm_ranges(const SvmRanges& ranges) {
  ColumnScaling scaling;
  scaling.lower = ranges.x.lower;
  scaling.upper = ranges.x.upper;
  for (const SvmRanges::Range& range : ranges.features) {
    scaling.origin.push_back(range.is_known() ? range.min : 0);
    scaling.unit.push_back(range.is_known() ? range.max - range.min : 0);
  }
  return scaling;
}

}  // namespace

std::string format_scaling(const ColumnScaling& scaling) {
  std::string result;
  const TextSink sink = [&result](std::string_view piece) { result += piece; };
  Text text(sink);
  text.append("hingeline_scaling 1\nmethod {}\nlower {}\nupper {}\nfeatures {}\n",
              scaling_method_names[static_cast<std::size_t>(scaling.method)], scaling.lower, scaling.upper,
              scaling.features());
  for (std::size_t j = 0; j < scaling.origin.size(); ++j) {
    text.append("column {} {}", scaling.origin[j], scaling.unit[j]);
    if (!scaling.feature_names.empty()) text.append(" {}", escaped(scaling.feature_names[j]));
    text.end_line();
  }
  text.flush();
  return result;
}

ColumnScaling parse_scaling(std::string_view text, const std::string& name) {
  Lines lines(text, name);
  std::string_view line;
  lines.next_words(line);
  const std::string_view kind = take_word(line);
  if (kind == "y") lines.fail("scaled targets (svm-scale -y) are not supported");
  if (kind == "x") return of_svm_ranges(read_svm_ranges(kind, lines));
  if (kind != "hingeline_scaling")
    lines.fail("expected 'hingeline_scaling', or 'x' as svm-scale writes it, found " + found_word(kind));
  check_version(take_word(line), lines);
  return read_scaling(lines);
}

}  // namespace hingeline::internal
