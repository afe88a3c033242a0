// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <variant>
#include <vector>

#include "hingeline/dataset.hpp"

namespace hingeline {
namespace {

// The sample of rows: 8 runs of 512 consecutive rows, which touch few pages of a file.
constexpr std::int64_t runs = 8;
constexpr std::int64_t rows_of_run = 512;
constexpr double neighbours = 1000;
constexpr double exact_integers = 1 << 24;

class ColumnRange {
 public:
  void add(double value) {
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
    is_whole_ = is_whole_ && value == std::rint(value);
  }

  bool is_coarse() const {
    const double largest = std::max(std::abs(least_), std::abs(most_));
    if (is_whole_ && largest < exact_integers) return false;
    const double spread = most_ - least_;
    const bool is_constant = spread == 0 && largest < exact_integers;
    return !is_constant && spread < neighbours * std::numeric_limits<float>::epsilon() * largest;
  }

 private:
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  bool is_whole_ = true;
};

std::vector<ColumnRange> sampled_ranges(const DenseView<float>& x, const ReleaseRows& release) {
  std::vector<ColumnRange> ranges(static_cast<std::size_t>(x.cols));
  const std::int64_t step = std::max(rows_of_run, x.rows / runs);
  for (std::int64_t first = 0; first < x.rows; first += step) {
    const std::int64_t end = std::min(first + rows_of_run, x.rows);
    for (std::int64_t i = first; i < end; ++i)
      for (std::int32_t j = 0; j < x.cols; ++j) ranges[static_cast<std::size_t>(j)].add(x.values[i * x.stride + j]);
    if (release) release(first, end);
  }
  return ranges;
}

}  // namespace

std::vector<std::int32_t> coarse_columns(const Dataset& data) {
  std::vector<std::int32_t> coarse;
  const auto* const floats = std::get_if<DenseView<float>>(&data.x);
  if (floats == nullptr || floats->rows == 0) return coarse;
  const std::vector<ColumnRange> ranges = sampled_ranges(*floats, data.release);
  for (std::int32_t j = 0; j < floats->cols; ++j)
    if (ranges[static_cast<std::size_t>(j)].is_coarse()) coarse.push_back(j);
  return coarse;
}

}  // namespace hingeline
