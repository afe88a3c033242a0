// SPDX-License-Identifier: BSD-3-Clause
#include "core/transpose.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <numeric>
#include <vector>

namespace hingeline::internal {
namespace {

TEST(Transpose, LeavesAloneWhatIsBetweenRows) {
  constexpr std::size_t rows = 37;  // not whole blocks
  constexpr std::size_t cols = 5;
  constexpr std::size_t from_stride = 7;
  constexpr std::size_t to_stride = 40;
  std::vector<float> from(rows * from_stride);
  std::iota(from.begin(), from.end(), 1.0F);
  std::vector<float> to(cols * to_stride, 0.0F);
  transpose(from.data(), from_stride, rows, cols, to.data(), to_stride);
  for (std::size_t j = 0; j < cols; ++j)
    for (std::size_t i = 0; i < to_stride; ++i)
      EXPECT_EQ(to[j * to_stride + i], i < rows ? from[i * from_stride + j] : 0) << i << " " << j;
}

}  // namespace
}  // namespace hingeline::internal
