// SPDX-License-Identifier: BSD-3-Clause
//
// Columns brought to a common scale: found on the data that a model learns from, and the same on all that it predicts.
//
//     x~_ij = lower + (upper - lower) (x_ij - origin_j) / unit_j;   0 where unit_j = 0
//
//     method       origin               unit                                        lower, upper
//     range        the smallest number  the largest less the smallest               as asked for
//     deviation    the mean, or 0       the standard deviation (scaled_columns.hpp) 0, 1
//     maximum      0                    the largest |x_ij|                          0, 1
//
// Of a column without spread no unit says anything: range, and deviation about the mean, make it 0; deviation without
// the mean leaves it as it is, as `TrainOptions::standardize` does.
//
// As text:
//
//     hingeline_scaling 1
//     method NAME
//     lower L
//     upper U
//     features D
//     column ORIGIN UNIT NAME     D lines; names, where there are any, as in models (model_text.hpp)
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline::internal {

enum class ScalingMethod { range, deviation, maximum };

inline constexpr std::array<std::string_view, 3> scaling_method_names = {"range", "deviation", "maximum"};

struct ScalingOptions {
  ScalingMethod method = ScalingMethod::range;
  double lower = -1;
  double upper = 1;
  bool center = false;  ///< deviation: subtract the mean
};

struct ColumnScaling {
  ScalingMethod method = ScalingMethod::range;
  double lower = 0;
  double upper = 1;
  std::vector<double> origin;
  std::vector<double> unit;
  std::vector<std::string> feature_names;  ///< one per column, or empty

  std::int32_t features() const { return static_cast<std::int32_t>(origin.size()); }
  double scaled(std::int32_t column, double value) const;
  /// Columns whose zeros become other numbers, ascending: rows do not stay sparse there.
  std::vector<std::int32_t> moved_zeros() const;
};

/// Throws InvalidParameter.
void require_valid(const ScalingOptions& options);

/// Throws InvalidParameter, or DataError for a column whose numbers are too large.
ColumnScaling measure_scaling(const Dataset& data, const ScalingOptions& options);

/// The rows scaled, in new memory: as many columns as the scaling has, those that x lacks being 0 before. Dense rows
/// stay dense; sparse ones become so where `layout`, or memory if that is automatic, says so of what moved zeros add to
/// them. Throws DataError where a number is more than the type holds.
Dataset scale_columns(const Dataset& data, const ColumnScaling& scaling, ValueType type,
                      Layout layout = Layout::automatic);

std::string format_scaling(const ColumnScaling& scaling);

/// Also of the ranges that svm-scale saves, unless it scaled targets too; a feature that those do not name becomes 0.
/// `name` is what errors call the text. Throws DataError with the line.
ColumnScaling parse_scaling(std::string_view text, const std::string& name);

}  // namespace hingeline::internal
