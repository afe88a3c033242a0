// SPDX-License-Identifier: BSD-3-Clause
//
// Blocks of every shape around the vector widths, on rows followed by numbers that must not be read.
#include "simd/dense_blocks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/random.hpp"

namespace hingeline::internal {
namespace {

template <class T>
void expect_formulas(std::size_t rows, std::size_t cols, std::size_t stride) {
  Random random(rows * 1000 + cols);
  std::vector<T> values(rows * stride, std::numeric_limits<T>::quiet_NaN());
  std::vector<double> w(cols);
  std::vector<T> scale(cols);
  std::vector<T> centre(cols);
  std::vector<double> s(rows);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < cols; ++j) values[i * stride + j] = static_cast<T>(random.normal());
  for (double& entry : w) entry = random.normal();
  for (T& entry : scale) entry = static_cast<T>(random.uniform());
  for (T& entry : centre) entry = static_cast<T>(random.normal());
  for (double& entry : s) entry = random.uniform() < 0.5 ? 0 : random.normal();
  values.resize((rows - 1) * stride + cols);
  values.shrink_to_fit();
  const DenseBlock<T> block{values.data(), rows, cols, stride};
  const DenseBlockOps<T> ops = dense_block_ops<T>();

  std::vector<double> z(rows);
  std::vector<T> v(rows);
  std::vector<double> u(cols, 1.0);
  ops.predict(block, w.data(), z.data());
  ops.spread(block, scale.data(), centre.data(), v.data());
  ops.combine(block, s.data(), u.data());
  std::vector<double> expected_u(cols, 1.0);
  for (std::size_t i = 0; i < rows; ++i) {
    double product = 0;
    double squares = 0;
    for (std::size_t j = 0; j < cols; ++j) {
      const auto x = static_cast<double>(values[i * stride + j]);
      product += x * w[j];
      const double distance = x * static_cast<double>(scale[j]) - static_cast<double>(centre[j]);
      squares += distance * distance;
      expected_u[j] += s[i] * x;
    }
    EXPECT_NEAR(z[i], product, 1e-12 * (1 + std::sqrt(static_cast<double>(cols))));
    EXPECT_NEAR(v[i], squares,
                (8 + std::sqrt(static_cast<double>(cols))) * std::numeric_limits<T>::epsilon() * (1 + squares));
  }
  for (std::size_t j = 0; j < cols; ++j) EXPECT_NEAR(u[j], expected_u[j], 1e-11 * static_cast<double>(rows + 1));
}

TEST(DenseBlocks, AreTheirFormulas) {
  for (const std::size_t cols : {1, 2, 3, 4, 5, 8, 15, 16, 17, 18, 31, 32, 33, 40, 67, 771})
    for (const std::size_t rows : {1, 3, 4, 9, 300}) {
      for (const std::size_t stride : {cols, cols + 3}) {
        expect_formulas<float>(rows, cols, stride);
        expect_formulas<double>(rows, cols, stride);
      }
    }
}

}  // namespace
}  // namespace hingeline::internal
