// SPDX-License-Identifier: BSD-3-Clause
#include "models/scaled_columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <variant>

#include "core/infinity.hpp"
#include "data/chunk_rows.hpp"
#include "data/for_each_entry.hpp"
#include "data/is_present.hpp"
#include "data/stored_entries.hpp"
#include "parallel/blocks.hpp"
#include "parallel/sum_chunks.hpp"

namespace hingeline::internal {
namespace {

/// A power of 2: multiplied by it, numbers up to `largest` have squares that neither overflow nor vanish, and no
/// digits are lost.
double inverse_power(double largest) {
  constexpr int most = 1000;
  return std::ldexp(1, -std::clamp(largest > 0 ? std::ilogb(largest) : 0, -most, most));
}

/// What a first pass over the entries finds for every column.
struct ColumnSizes {
  std::vector<double> mean;
  std::vector<double> largest;  // max |x|

  ColumnSizes& operator+=(const ColumnSizes& other) {
    std::ranges::transform(mean, other.mean, mean.begin(), std::plus<>());
    for (std::size_t j = 0; j < largest.size(); ++j) largest[j] = std::max(largest[j], other.largest[j]);
    return *this;
  }
};

/// What a second pass finds: weighted sums of differences from the mean of the first.
struct ColumnSpread {
  std::vector<double> sums;  // of differences: what rounding left in the mean
  std::vector<double> squares;
  std::vector<double> stored;  // weight of the rows that have an entry in the column

  ColumnSpread& operator+=(const ColumnSpread& other) {
    std::ranges::transform(sums, other.sums, sums.begin(), std::plus<>());
    std::ranges::transform(squares, other.squares, squares.begin(), std::plus<>());
    std::ranges::transform(stored, other.stored, stored.begin(), std::plus<>());
    return *this;
  }
};

/// Accumulates add(weight / unit, column, value, sum) over all entries: the same bits for any number of threads.
template <class Sum, class Add>
Sum sum_entries(const MatrixView& x, std::span<const double> weights, double unit, ThreadPool& pool, const Sum& zero,
                const Add& add) {
  const auto numbers = static_cast<std::size_t>(cols(x));
  const std::int64_t chunk = chunk_for_vectors(rows(x), stored_entries(x), numbers);
  return std::visit(
      [&](const auto& view) {
        return sum_chunks(pool, view.rows, chunk, zero, [&](std::int64_t first, std::int64_t end, Sum& sum) {
          for (std::int64_t i = first; i < end; ++i)
            for_each_entry(
                view, i,
                [&, weight = weight_of(weights, static_cast<std::size_t>(i)) / unit](
                    std::int32_t column, double value) { add(weight, static_cast<std::size_t>(column), value, sum); });
        });
      },
      x);
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
        for (std::int64_t i = 0; i < view.rows; ++i) {
          if (weight_of(weights, static_cast<std::size_t>(i)) == 0) continue;
          for_each_entry(view, i, [&](std::int32_t j, double value) {
            take(static_cast<std::size_t>(j), value);
            ++stored[static_cast<std::size_t>(j)];
          });
        }
      },
      x);
  const std::int64_t present = rows(x) - std::ranges::count(weights, 0.0);
  for (std::size_t j = 0; j < size; ++j)
    if (stored[j] < present) take(j, 0);
  return ranges;
}

ColumnMoments column_moments(const MatrixView& x, std::span<const double> weights, int threads) {
  ThreadPool pool(threads);
  const std::vector<double> zeros(static_cast<std::size_t>(cols(x)));
  double total = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows(x)); ++i) total += weight_of(weights, i);
  auto [mean, inverse] = sum_entries(x, weights, total, pool, ColumnSizes{zeros, zeros},
                                     [](double share, std::size_t j, double value, ColumnSizes& sum) {
                                       sum.mean[j] += share * value;
                                       sum.largest[j] = std::max(sum.largest[j], std::abs(value));
                                     });
  std::ranges::transform(inverse, inverse.begin(), inverse_power);
  auto [sums, squares, stored] = sum_entries(x, weights, 1, pool, ColumnSpread{zeros, zeros, zeros},
                                             [&](double weight, std::size_t j, double value, ColumnSpread& sum) {
                                               const double difference = (value - mean[j]) * inverse[j];
                                               sum.sums[j] += weight * difference;
                                               sum.squares[j] += weight * difference * difference;
                                               sum.stored[j] += weight;
                                             });
  constexpr double rounding = 1e-13;  // relative difference of numbers that were meant to be the same
  for (std::size_t j = 0; j < mean.size(); ++j) {
    const double scaled_mean = mean[j] * inverse[j];
    const double left_out = std::max(0.0, total - stored[j]);
    const double shift = (sums[j] - left_out * scaled_mean) / total;
    const double variance = (squares[j] + left_out * scaled_mean * scaled_mean) / total - shift * shift;
    const double deviation = std::sqrt(std::max(variance, 0.0)) / inverse[j];
    mean[j] += shift / inverse[j];
    squares[j] = deviation > rounding * std::abs(mean[j]) ? deviation : 0;
  }
  return {std::move(mean), std::move(squares)};
}

std::vector<double> column_deviations(const MatrixView& x, std::span<const double> weights, int threads) {
  std::vector<double> deviations = column_moments(x, weights, threads).deviation;
  std::ranges::replace(deviations, 0.0, 1.0);
  return deviations;
}

ScaledMatrix::ScaledMatrix(const MatrixView& x, std::span<const double> scale, int threads)
    : values_(stored_entries(x)) {
  ThreadPool pool(threads);
  std::visit([&](const auto& view) { copy(view, scale, pool); }, x);
}

template <class T>
void ScaledMatrix::copy(const DenseView<T>& x, std::span<const double> scale, ThreadPool& pool) {
  view_ = DenseView<double>{values_.data(), x.rows, x.cols, x.cols};
  divide_rows(x, scale, pool, [&](std::int64_t i) { return i * x.cols; });
}

template <class T>
void ScaledMatrix::copy(const CsrView<T>& x, std::span<const double> scale, ThreadPool& pool) {
  if (x.rows == 0) {
    view_ = CsrView<double>{x.offsets, x.columns, nullptr, 0, x.cols};
    return;
  }
  offsets_ = offsets_from_0(x);
  view_ = CsrView<double>{offsets_.data(), x.columns + x.offsets[0], values_.data(), x.rows, x.cols};
  divide_rows(x, scale, pool, [&](std::int64_t i) { return offsets_[static_cast<std::size_t>(i)]; });
}

template <class View, class Place>
void ScaledMatrix::divide_rows(const View& x, std::span<const double> scale, ThreadPool& pool, const Place& place) {
  for_each_index(pool, x.rows, rows_per_block, [&](std::int64_t i) {
    double* to = values_.data() + place(i);
    for_each_entry(x, i,
                   [&](std::int32_t column, double value) { *to++ = value / scale[static_cast<std::size_t>(column)]; });
  });
}

}  // namespace hingeline::internal
