// SPDX-License-Identifier: BSD-3-Clause
#include "models/column_scaling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <utility>

#include "core/require.hpp"
#include "data/for_each_entry.hpp"
#include "data/layout.hpp"
#include "data/owned_rows.hpp"
#include "hingeline/error.hpp"
#include "models/scaled_columns.hpp"

namespace hingeline::internal {
namespace {

void find_ranges(const MatrixView& x, ColumnScaling& scaling) {
  ColumnRanges ranges = column_ranges(x);
  for (std::size_t j = 0; j < ranges.lowest.size(); ++j)
    scaling.unit.push_back(ranges.lowest[j] < ranges.highest[j] ? ranges.highest[j] - ranges.lowest[j] : 0);
  scaling.origin = std::move(ranges.lowest);
}

void find_deviations(const MatrixView& x, bool center, ColumnScaling& scaling) {
  ColumnMoments moments = column_moments(x, {});
  scaling.unit = std::move(moments.deviation);
  if (center) {
    scaling.origin = std::move(moments.mean);
    return;
  }
  std::ranges::replace(scaling.unit, 0.0, 1.0);
  scaling.origin.assign(scaling.unit.size(), 0.0);
}

void find_maxima(const MatrixView& x, ColumnScaling& scaling) {
  const ColumnRanges ranges = column_ranges(x);
  for (std::size_t j = 0; j < ranges.lowest.size(); ++j)
    scaling.unit.push_back(std::max(std::abs(ranges.lowest[j]), std::abs(ranges.highest[j])));
  scaling.origin.assign(scaling.unit.size(), 0.0);
}

void require_finite_columns(const ColumnScaling& scaling) {
  for (std::size_t j = 0; j < scaling.unit.size(); ++j)
    if (!std::isfinite(scaling.origin[j]) || !std::isfinite(scaling.unit[j]))
      throw DataError(fmt::format("feature {}: numbers too large to be scaled", j + 1));
}

/// Makes scaled rows of numbers of type T.
template <class T>
class RowScaler {
 public:
  explicit RowScaler(const ColumnScaling& scaling)
      : scaling_(scaling), cols_(scaling.features()), moved_(scaling.moved_zeros()) {}

  template <class V>
  Dataset scale(const DenseView<V>& x, std::span<const double> y, Layout /*layout*/) const {
    return to_dense(x, y);
  }

  template <class V>
  Dataset scale(const CsrView<V>& x, std::span<const double> y, Layout layout) const {
    const std::int64_t entries = most_entries(x);
    const bool stays = moved_.empty() || !prefers_dense<T>(layout, x.rows, cols_, entries);
    return stays ? to_csr(x, y, entries) : to_dense(x, y);
  }

 private:
  T rounded(std::int32_t column, double value) const {
    const double scaled = scaling_.scaled(column, value);
    if (!(std::abs(scaled) <= std::numeric_limits<T>::max()))
      throw DataError(fmt::format("feature {}: {} is scaled to {}, more than {} holds", column + 1, value, scaled,
                                  to_string(std::is_same_v<T, float> ? ValueType::float32 : ValueType::float64)));
    return static_cast<T>(scaled);
  }

  std::vector<T> scaled_zeros() const {
    std::vector<T> zeros(static_cast<std::size_t>(cols_));
    for (const std::int32_t column : moved_) zeros[static_cast<std::size_t>(column)] = rounded(column, 0);
    return zeros;
  }

  template <class View>
  Dataset to_dense(const View& x, std::span<const double> y) const {
    OwnedRows<T> owned = allocate_dense<T>(x.rows, cols_, std::ssize(y));
    std::ranges::copy(y, owned.y.data());
    const std::vector<T> zeros = scaled_zeros();
    for (std::int64_t i = 0; i < x.rows; ++i) {
      T* row = std::ranges::copy(zeros, owned.values.data() + i * cols_).out - cols_;
      for_each_entry(x, i, [&](std::int32_t column, double value) {
        if (column < cols_) row[column] = rounded(column, value);
      });
    }
    return dense_dataset(std::move(owned), x.rows, cols_);
  }

  /// Upper bound of the entries of the scaled rows, some of which may be 0.
  template <class V>
  std::int64_t most_entries(const CsrView<V>& x) const {
    std::vector<bool> moves(static_cast<std::size_t>(cols_));
    for (const std::int32_t column : moved_) moves[static_cast<std::size_t>(column)] = true;
    std::int64_t entries = x.rows * std::ssize(moved_);
    for (std::int64_t i = 0; i < x.rows; ++i)
      for_each_entry(x, i, [&](std::int32_t column, double) {
        entries += column < cols_ && !moves[static_cast<std::size_t>(column)] ? 1 : 0;
      });
    return entries;
  }

  template <class V>
  Dataset to_csr(const CsrView<V>& x, std::span<const double> y, std::int64_t entries) const {
    CsrRows<T> sparse(x.rows, entries, y);
    const auto append = [&](std::int32_t column, double value) {
      if (const T scaled = rounded(column, value); scaled != 0) sparse.add(column, scaled);
    };
    for (std::int64_t i = 0; i < x.rows; ++i) {
      auto moved = moved_.begin();
      for_each_entry(x, i, [&](std::int32_t column, double value) {
        if (column >= cols_) return;
        for (; moved != moved_.end() && *moved < column; ++moved) append(*moved, 0);
        if (moved != moved_.end() && *moved == column) ++moved;
        append(column, value);
      });
      for (; moved != moved_.end(); ++moved) append(*moved, 0);
      sparse.end_row();
    }
    return sparse.take(cols_);
  }

  const ColumnScaling& scaling_;
  std::int32_t cols_;
  std::vector<std::int32_t> moved_;
};

template <class T>
Dataset scale_to(const Dataset& data, const ColumnScaling& scaling, Layout layout) {
  const RowScaler<T> scaler(scaling);
  return std::visit([&](const auto& x) { return scaler.scale(x, data.y, layout); }, data.x);
}

}  // namespace

/// std::lerp maps the ends of a range exactly.
double ColumnScaling::scaled(std::int32_t column, double value) const {
  const auto j = static_cast<std::size_t>(column);
  return unit[j] == 0 ? 0 : std::lerp(lower, upper, (value - origin[j]) / unit[j]);
}

std::vector<std::int32_t> ColumnScaling::moved_zeros() const {
  std::vector<std::int32_t> columns;
  for (std::int32_t j = 0; j < features(); ++j)
    if (scaled(j, 0) != 0) columns.push_back(j);
  return columns;
}

void require_valid(const ScalingOptions& options) {
  require_finite("lower", options.lower);
  require_finite("upper", options.upper);
  if (!(options.lower < options.upper))
    throw InvalidParameter("upper", fmt::format("{}", options.upper),
                           fmt::format("must be larger than lower, which is {}", options.lower));
}

ColumnScaling measure_scaling(const Dataset& data, const ScalingOptions& options) {
  require_valid(options);
  ColumnScaling scaling;
  scaling.method = options.method;
  switch (options.method) {
    case ScalingMethod::range:
      scaling.lower = options.lower;
      scaling.upper = options.upper;
      find_ranges(data.x, scaling);
      break;
    case ScalingMethod::deviation:
      find_deviations(data.x, options.center, scaling);
      break;
    case ScalingMethod::maximum:
      find_maxima(data.x, scaling);
      break;
  }
  require_finite_columns(scaling);
  scaling.feature_names = data.feature_names;
  return scaling;
}

Dataset scale_columns(const Dataset& data, const ColumnScaling& scaling, ValueType type, Layout layout) {
  Dataset result =
      type == ValueType::float32 ? scale_to<float>(data, scaling, layout) : scale_to<double>(data, scaling, layout);
  result.class_names = data.class_names;
  result.feature_names = data.feature_names;
  if (!result.feature_names.empty()) result.feature_names.resize(static_cast<std::size_t>(scaling.features()));
  return result;
}

}  // namespace hingeline::internal
