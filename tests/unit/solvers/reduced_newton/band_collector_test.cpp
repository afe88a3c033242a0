// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/reduced_newton/band_collector.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "solvers/reduced_newton/band_duals.hpp"

namespace hingeline::internal {
namespace {

constexpr std::size_t band_cols = 3;
constexpr std::int64_t rows_of_all = 4000;

/// Every third row in parts of these sizes; features say which row and column they are of.
Band<float> collected(const std::vector<std::size_t>& sizes, Arena& memory) {
  BandCollector<float> collector(band_cols, memory);
  std::vector<BandCollector<float>::Part> parts(sizes.size());
  std::int64_t row = 0;
  for (std::size_t k = 0; k < sizes.size(); ++k)
    for (std::size_t i = 0; i < sizes[k]; ++i, row += 3) {
      float* features = collector.add({row, row % 2 == 0 ? 1.0 : -1.0, 0.5 * static_cast<double>(row)}, parts[k]);
      for (std::size_t j = 0; j < band_cols; ++j) features[j] = static_cast<float>(10 * row) + static_cast<float>(j);
    }
  ThreadPool pool(2);
  return collector.join(parts, pool);
}

const std::vector<std::vector<std::size_t>> every_sizes = {
    {}, {0}, {7}, {256}, {300, 0, 12, 513, 255}, {512, 100, 200}};

TEST(BandCollector, KeepsEveryRowAndItsFeatures) {
  for (const auto& sizes : every_sizes) {
    Arena memory;
    const Band<float> band = collected(sizes, memory);
    std::vector<std::int64_t> expected;
    for (const std::size_t size : sizes)
      for (std::size_t i = 0; i < size; ++i) expected.push_back(3 * std::ssize(expected));
    const BlockedRows<float> x = band.x();
    for (std::int64_t i = 0; i < band.size(); ++i)
      for (std::size_t j = 0; j < band_cols; ++j)
        EXPECT_EQ(x.row(i)[j], static_cast<float>(10 * band.rows[static_cast<std::size_t>(i)]) + static_cast<float>(j));
    for (std::size_t i = 0; i < band.rows.size(); ++i) {
      EXPECT_EQ(band.y[i], band.rows[i] % 2 == 0 ? 1 : -1);
      EXPECT_EQ(band.c[i], 0.5 * static_cast<double>(band.rows[i]));
    }
    std::vector<std::int64_t> found(band.rows.begin(), band.rows.end());
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
  }
}

TEST(BandCollector, ProductsGoFromBlockToBlock) {
  Arena memory;
  const Band<float> band = collected({300, 0, 12, 513, 255}, memory);
  const BlockedRows<float> x = band.x();
  const std::array<double, band_cols> w = {1, -2, 0.5};
  std::vector<double> z(static_cast<std::size_t>(band.size() - rows_per_block));
  x.predict(rows_per_block, band.size(), w.data(), z.data());
  for (std::size_t i = 0; i < z.size(); ++i) {
    const float* row = x.row(rows_per_block + static_cast<std::int64_t>(i));
    EXPECT_DOUBLE_EQ(z[i], w[0] * row[0] + w[1] * row[1] + w[2] * row[2]);
  }
}

TEST(BandDuals, GoToTheirRows) {
  const RampLoss hinge = *ramp_form(Loss{.name = LossName::hinge});
  for (const auto& sizes : every_sizes) {
    Arena memory;
    const Band<float> band = collected(sizes, memory);
    std::vector<double> expected(rows_of_all, 5);
    std::vector<double> slopes;
    for (std::size_t k = 0; k < band.rows.size(); ++k) {
      const std::int64_t row = band.rows[k];
      slopes.push_back(-static_cast<double>(row));
      expected[static_cast<std::size_t>(row)] = band.y[k] * static_cast<double>(row);
    }
    const BandDuals duals(band, slopes, hinge, rows_of_all);
    std::vector<double> s(rows_of_all, 5);
    for (std::int64_t first = 0; first < rows_of_all; first += rows_per_block)
      duals.put(first, std::span(s).subspan(static_cast<std::size_t>(first)));
    EXPECT_EQ(s, expected);
  }
}

}  // namespace
}  // namespace hingeline::internal
