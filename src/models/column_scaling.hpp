// SPDX-License-Identifier: BSD-3-Clause
//
// Columns brought to a common scale: measured on training data, then applied unchanged to the data to be predicted.
//
//     x~_ij = lower + (upper - lower) (x_ij - origin_j) / unit_j;   0 where unit_j = 0
//
//     method       origin               unit                                        lower, upper
//     range        the smallest number  largest minus smallest number               as given
//     deviation    the mean, or 0       the standard deviation (scaled_columns.hpp) 0, 1
//     maximum      0                    the largest |x_ij|                          0, 1
//
// A constant column has no unit: range, and deviation with center, make it 0; deviation without center leaves it as it
// is, as `TrainOptions::standardize` does.
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
  /// Columns whose zeros become other numbers, ascending: scaled rows are dense there.
  std::vector<std::int32_t> moved_zeros() const;
};

/// Throws InvalidParameter.
void require_valid(const ScalingOptions& options);

/// Throws InvalidParameter, or DataError for a column whose numbers are too large.
ColumnScaling measure_scaling(const Dataset& data, const ScalingOptions& options);

/// A scaled copy of the rows, with the columns of the scaling: columns that x lacks count as 0, further ones are left
/// out. Dense rows stay dense. Sparse rows stay sparse unless zeros move and `layout` asks for dense, or is automatic
/// and dense takes less memory. Throws DataError where a number exceeds the range of the type.
Dataset scale_columns(const Dataset& data, const ColumnScaling& scaling, ValueType type,
                      Layout layout = Layout::automatic);

std::string format_scaling(const ColumnScaling& scaling);

/// Also reads ranges saved by svm-scale, unless it scaled targets too; features that they do not name become 0. `name`
/// is what errors call the text. Throws DataError with the line.
ColumnScaling parse_scaling(std::string_view text, const std::string& name);

}  // namespace hingeline::internal
