// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/one_class/free_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "core/random.hpp"
#include "simd/dense_ops.hpp"

namespace hingeline::internal {
namespace {

/// Six rows of eight columns, two of them far longer than the others, and a point w.
struct Face {
  Face() {
    Random random(3);
    for (double& entry : entries) entry = random.normal();
    for (std::size_t j = 0; j < 2 * cols; ++j) entries[j] *= 100;
    for (double& entry : w) entry = random.normal();
    for (std::size_t i = 0; i < size; ++i) {
      const auto row = static_cast<std::int64_t>(i);
      rows.push_back({static_cast<std::uint32_t>(i), static_cast<std::int32_t>(i), x.dot(row, w.data()),
                      x.squared_norm(row), 1e3, 1e3});
    }
  }

  /// x_i'(w + X'd), of all rows.
  std::vector<double> predictions(std::span<const double> d) const {
    std::vector<double> moved = w;
    for (std::size_t i = 0; i < size; ++i) x.add(static_cast<std::int64_t>(i), d[i], moved.data());
    std::vector<double> z;
    for (std::size_t i = 0; i < size; ++i) z.push_back(x.dot(static_cast<std::int64_t>(i), moved.data()));
    return z;
  }

  static constexpr std::size_t size = 6;
  static constexpr std::size_t cols = 8;
  std::vector<double> entries = std::vector<double>(size * cols);
  std::vector<double> w = std::vector<double>(cols);
  DenseRows<double> x{DenseView<double>{entries.data(), size, cols, cols}};
  std::vector<FreeRow> rows;
  std::vector<double> zeros = std::vector<double>(cols);
};

TEST(FreeRows, InsideTheirBoundsComeToOneLevel) {
  Face face;
  FreeRowStep step(face.x, face.zeros);
  const auto d = step.solve(face.rows, 1e-9, 100);
  const std::vector<double> z = face.predictions(d);
  for (const double prediction : z) EXPECT_NEAR(prediction, z[0], 1e-9);
  EXPECT_NEAR(std::accumulate(d.begin(), d.end(), 0.0), 0, 1e-12);
  for (const double zero : face.zeros) EXPECT_EQ(zero, 0);
}

TEST(FreeRows, StayWithinBoundsAndKeepTheirSum) {
  Face face;
  FreeRowStep step(face.x, face.zeros);
  const auto free = step.solve(face.rows, 1e-9, 100);
  const auto largest = static_cast<std::size_t>(std::max_element(free.begin(), free.end()) - free.begin());
  face.rows[largest].room = 0.25 * free[largest];
  const auto d = step.solve(face.rows, 1e-9, 100);
  EXPECT_EQ(d[largest], face.rows[largest].room);
  EXPECT_NEAR(std::accumulate(d.begin(), d.end(), 0.0), 0, 1e-12);
}

TEST(FreeRows, WithoutRoomStay) {
  Face face;
  for (FreeRow& row : face.rows) row.fall = row.room = 0;
  FreeRowStep step(face.x, face.zeros);
  for (const double change : step.solve(face.rows, 1e-9, 100)) EXPECT_EQ(change, 0);
}

}  // namespace
}  // namespace hingeline::internal
