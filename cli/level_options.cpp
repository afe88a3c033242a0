// SPDX-License-Identifier: BSD-3-Clause
#include "level_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <sstream>
#include <string>
#include <utility>

#include "command.hpp"
#include "core/quote.hpp"
#include "files.hpp"
#include "hingeline/error.hpp"
#include "lines.hpp"
#include "models/scaled_columns.hpp"
#include "number.hpp"

namespace hingeline::cli {
namespace {

/// Reads a file with a line LOWER UPPER for each feature.
Box from_file(const std::string& path, std::size_t features) {
  Box box;
  for_each_line(path, [&](std::string_view line, std::int64_t number) {
    std::istringstream words{std::string(line)};
    std::string first;
    std::string second;
    std::string more;
    words >> first >> second >> more;
    const auto lower = parse_number(first);
    const auto upper = parse_number(second);
    if (!lower || !upper || !more.empty() || *lower > *upper)
      throw DataError(path, number, 1, "expected two numbers LOWER <= UPPER, found " + internal::quote(line));
    box.lower.push_back(*lower);
    box.upper.push_back(*upper);
  });
  if (box.lower.size() != features)
    throw DataError(fmt::format("{}: {} lines for {} features", path, box.lower.size(), features));
  return box;
}

}  // namespace

LevelTie LevelOptions::tie() const {
  if (composite) return LevelTie::slope;
  if (!box.empty()) return LevelTie::box;
  return non_crossing ? LevelTie::rows : LevelTie::separate;
}

bool LevelOptions::names_file() const {
  return !box.empty() && box != "data" && (box.find(':') == std::string::npos || is_file(box));
}

Box LevelOptions::box_of(const Dataset& data, std::span<const double> weights) const {
  if (box.empty()) return {};
  if (box == "data") {
    internal::ColumnRanges ranges = internal::column_ranges(data.x, weights);
    return {std::move(ranges.lowest), std::move(ranges.highest)};
  }
  const auto features = static_cast<std::size_t>(cols(data.x));
  if (names_file()) return from_file(box, features);
  const auto range = parse_range(box);
  if (!range || !std::isfinite(range->lower) || !std::isfinite(range->upper))
    throw UsageError(
        fmt::format("--non-crossing-box: '{}' given, must be data, LOWER:UPPER with LOWER <= UPPER, or a file", box));
  return {std::vector(features, range->lower), std::vector(features, range->upper)};
}

void add_level_options(CLI::App& app, LevelOptions& options) {
  CLI::Option* rows =
      app.add_flag("--non-crossing", options.non_crossing,
                   "predictions of several quantiles do not cross: on every row of DATA they are in ascending order");
  CLI::Option* box =
      app.add_option("--non-crossing-box", options.box,
                     "predictions do not cross at any point of a box: data (the range of each feature in DATA), "
                     "LOWER:UPPER (the same for every feature), or a file with a line LOWER UPPER for each feature")
          ->type_name("RANGES");
  CLI::Option* slope =
      app.add_flag("--composite", options.composite,
                   "composite quantile regression: several quantiles share one w, and each has its own intercept");
  rows->excludes(box)->excludes(slope);
  box->excludes(slope);
}

}  // namespace hingeline::cli
