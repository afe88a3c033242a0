// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <vector>

#include "hingeline/error.hpp"
#include "hingeline/selection.hpp"

namespace hingeline {
namespace {

TEST(GeometricGrid, MultipliesByTheSameFactor) {
  const std::vector<double> grid = geometric_grid(0.01, 100, 5);
  ASSERT_EQ(grid.size(), 5);
  for (std::size_t k = 1; k < 5; ++k) EXPECT_NEAR(grid[k] / grid[k - 1], 10, 1e-12);
  EXPECT_EQ(grid.front(), 0.01);
  EXPECT_EQ(grid.back(), 100);
  EXPECT_EQ(geometric_grid(3, 3, 1), std::vector<double>{3});
  EXPECT_NEAR(geometric_grid(1e-200, 1e200, 3)[1], 1, 1e-12);
  EXPECT_THROW(geometric_grid(0, 1, 5), InvalidParameter);
  EXPECT_THROW(geometric_grid(2, 1, 5), InvalidParameter);
  EXPECT_THROW(geometric_grid(1, 2, 1), InvalidParameter);
}

}  // namespace
}  // namespace hingeline
