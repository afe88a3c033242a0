// SPDX-License-Identifier: BSD-3-Clause
#include "simd/rank_update.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.hpp"
#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

void expect_right_products(std::size_t count, std::size_t cols) {
  const std::size_t stride = rank_update_stride(cols);
  Random random(count + cols);
  std::vector<double> rows(count * stride);
  for (std::size_t r = 0; r < count; ++r)
    for (std::size_t j = 0; j < cols; ++j) rows[r * stride + j] = random.normal();
  std::vector<double> h(stride * stride, 0.5);
  rank_update()(rows.data(), count, stride, h.data());
  for (std::size_t i = 0; i < stride; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double expected = 0.5;
      for (std::size_t r = 0; r < count; ++r) expected += rows[r * stride + i] * rows[r * stride + j];
      EXPECT_NEAR(h[i * stride + j], expected, 1e-12 * (1 + static_cast<double>(count)));
    }
}

TEST(RankUpdate, ProductsAreRightOnEveryTargetOfThisMachine) {
  support::on_every_target([] {
    for (const std::size_t cols : {1, 7, 8, 9, 18, 33})
      for (const std::size_t count : {0, 1, 3, 64}) expect_right_products(count, cols);
  });
}

}  // namespace
}  // namespace hingeline::internal
