// SPDX-License-Identifier: BSD-3-Clause
//
// The text that svm-scale saves:
//
//     y                   these three lines only where it scaled targets too
//     LOWER UPPER
//     MIN MAX
//     x
//     LOWER UPPER
//     INDEX MIN MAX       a line for every feature that varies, ascending
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model_files/model_words.hpp"

namespace hingeline::internal {

struct SvmRanges {
  /// The range of a feature or of the targets; in a file, MIN may be the larger number.
  struct Range {
    double min = std::numeric_limits<double>::infinity();
    double max = -std::numeric_limits<double>::infinity();

    bool is_known() const { return std::isfinite(min); }
    bool varies() const { return is_known() && min != max; }

    void take(double value) {
      min = std::min(min, value);
      max = std::max(max, value);
    }
  };

  /// The limits that the range is scaled to.
  struct Limits {
    double lower = -1;
    double upper = 1;

    double scaled(double value, const Range& from) const {
      if (value == from.min) return lower;
      if (value == from.max) return upper;
      return lower + (upper - lower) * (value - from.min) / (from.max - from.min);
    }
  };

  Limits x;
  std::vector<Range> features;
  std::optional<Limits> y;
  Range target;
};

/// Reads the lines after the first one, which is `section`: x or y. Throws DataError with the line.
SvmRanges read_svm_ranges(std::string_view section, Lines& lines);

/// `name` is what errors call the text. Throws DataError with the line.
SvmRanges parse_svm_ranges(std::string_view text, const std::string& name);

}  // namespace hingeline::internal
