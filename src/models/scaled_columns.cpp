// SPDX-License-Identifier: BSD-3-Clause
#include "models/scaled_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/infinity.hpp"

namespace hingeline::internal {
namespace {

/// f(row, column, position in `values`) for every stored entry.
template <class T, class F>
void visit_entries(const DenseView<T>& x, const F& f) {
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int32_t j = 0; j < x.cols; ++j) f(i, j, i * x.stride + j);
}

template <class T, class F>
void visit_entries(const CsrView<T>& x, const F& f) {
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int64_t k = x.offsets[i]; k < x.offsets[i + 1]; ++k) f(i, x.columns[k], k);
}

template <class T>
std::int64_t value_count(const DenseView<T>& x) {
  return x.rows * x.stride;
}

template <class T>
std::int64_t value_count(const CsrView<T>& x) {
  return x.rows == 0 ? 0 : x.offsets[x.rows];
}

template <class T>
DenseView<double> with_values(const DenseView<T>& x, const double* values) {
  return {values, x.rows, x.cols, x.stride};
}

template <class T>
CsrView<double> with_values(const CsrView<T>& x, const double* values) {
  return {x.offsets, x.columns, values, x.rows, x.cols};
}

double weight_of(std::span<const double> weights, std::int64_t i) {
  return weights.empty() ? 1 : weights[static_cast<std::size_t>(i)];
}

/// A power of 2, by which numbers up to `largest` have squares that neither overflow nor vanish: nothing else changes.
double inverse_power(double largest) {
  constexpr int most = 1000;
  return std::ldexp(1, -std::clamp(largest > 0 ? std::ilogb(largest) : 0, -most, most));
}

}  // namespace

ColumnRanges column_ranges(const MatrixView& x, std::span<const double> weights) {
  const auto size = static_cast<std::size_t>(cols(x));
  ColumnRanges ranges = {std::vector<double>(size, infinity), std::vector<double>(size, -infinity)};
  const auto take = [&](std::size_t column, double value) {
    ranges.lowest[column] = std::min(ranges.lowest[column], value);
    ranges.highest[column] = std::max(ranges.highest[column], value);
  };
  std::vector<std::int64_t> stored(size);
  std::visit(
      [&](const auto& view) {
        visit_entries(view, [&](std::int64_t i, std::int32_t j, std::int64_t k) {
          if (weight_of(weights, i) == 0) return;
          take(static_cast<std::size_t>(j), static_cast<double>(view.values[k]));
          ++stored[static_cast<std::size_t>(j)];
        });
      },
      x);
  const std::int64_t present = rows(x) - std::ranges::count(weights, 0.0);
  for (std::size_t j = 0; j < size; ++j)
    if (stored[j] < present) take(j, 0);
  return ranges;
}

ColumnMoments column_moments(const MatrixView& x, std::span<const double> weights) {
  const auto size = static_cast<std::size_t>(cols(x));
  std::vector<double> mean(size);
  std::vector<double> sums(size);  // of differences from the mean, which rounding leaves
  std::vector<double> squares(size);
  std::vector<double> stored(size);   // weight of the entries that are not left out as zeros
  std::vector<double> inverse(size);  // |x|, then what differences are multiplied by
  double total = 0;
  for (std::int64_t i = 0; i < rows(x); ++i) total += weight_of(weights, i);
  std::visit(
      [&](const auto& view) {
        visit_entries(view, [&](std::int64_t i, std::int32_t j, std::int64_t k) {
          const auto column = static_cast<std::size_t>(j);
          const auto value = static_cast<double>(view.values[k]);
          mean[column] += weight_of(weights, i) / total * value;
          inverse[column] = std::max(inverse[column], std::abs(value));
        });
        std::ranges::transform(inverse, inverse.begin(), inverse_power);
        visit_entries(view, [&](std::int64_t i, std::int32_t j, std::int64_t k) {
          const auto column = static_cast<std::size_t>(j);
          const double difference = (static_cast<double>(view.values[k]) - mean[column]) * inverse[column];
          sums[column] += weight_of(weights, i) * difference;
          squares[column] += weight_of(weights, i) * difference * difference;
          stored[column] += weight_of(weights, i);
        });
      },
      x);
  constexpr double rounding = 1e-13;  // of numbers that were meant to be the same
  for (std::size_t j = 0; j < size; ++j) {
    const double scaled_mean = mean[j] * inverse[j];
    const double zeros = std::max(0.0, total - stored[j]);
    const double shift = (sums[j] - zeros * scaled_mean) / total;
    const double variance = (squares[j] + zeros * scaled_mean * scaled_mean) / total - shift * shift;
    const double deviation = std::sqrt(std::max(variance, 0.0)) / inverse[j];
    mean[j] += shift / inverse[j];
    squares[j] = deviation > rounding * std::abs(mean[j]) ? deviation : 0;
  }
  return {std::move(mean), std::move(squares)};
}

std::vector<double> column_deviations(const MatrixView& x, std::span<const double> weights) {
  std::vector<double> deviations = column_moments(x, weights).deviation;
  std::ranges::replace(deviations, 0.0, 1.0);
  return deviations;
}

ScaledMatrix::ScaledMatrix(const MatrixView& x, std::span<const double> scale) {
  view_ = std::visit(
      [&](const auto& view) -> MatrixView {
        values_.resize(static_cast<std::size_t>(value_count(view)));
        visit_entries(view, [&](std::int64_t, std::int32_t j, std::int64_t k) {
          values_[static_cast<std::size_t>(k)] =
              static_cast<double>(view.values[k]) / scale[static_cast<std::size_t>(j)];
        });
        return with_values(view, values_.data());
      },
      x);
}

}  // namespace hingeline::internal
