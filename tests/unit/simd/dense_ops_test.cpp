// SPDX-License-Identifier: BSD-3-Clause
#include "simd/dense_ops.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.hpp"
#include "support/every_target.hpp"

namespace hingeline::internal {
namespace {

template <class T>
void expect_right_sums() {
  const DenseOps<T> ops = dense_ops<T>();
  Random random(1);
  for (std::size_t size = 0; size < 70; ++size) {
    std::vector<T> x(size);
    std::vector<double> w(size);
    for (T& value : x) value = static_cast<T>(random.normal());
    for (double& value : w) value = random.normal();
    long double dot = 0;
    long double norm = 0;
    for (std::size_t j = 0; j < size; ++j) {
      dot += static_cast<long double>(x[j]) * w[j];
      norm += static_cast<long double>(x[j]) * x[j];
    }
    EXPECT_NEAR(ops.dot(x.data(), w.data(), size), static_cast<double>(dot), 1e-13);
    EXPECT_NEAR(ops.squared_norm(x.data(), size), static_cast<double>(norm), 1e-13);
    const std::vector<double> before = w;
    ops.add(0.25, x.data(), w.data(), size);
    for (std::size_t j = 0; j < size; ++j) EXPECT_NEAR(w[j], before[j] + 0.25 * static_cast<double>(x[j]), 1e-15);
    ops.scale(0.25, x.data(), w.data(), size);
    for (std::size_t j = 0; j < size; ++j) EXPECT_EQ(w[j], 0.25 * static_cast<double>(x[j]));
    w = before;
    ops.add_squares(0.25, x.data(), w.data(), size);
    for (std::size_t j = 0; j < size; ++j) {
      const auto value = static_cast<double>(x[j]);
      EXPECT_NEAR(w[j], before[j] + 0.25 * value * value, 1e-14);
    }
  }
}

TEST(DenseOps, SumsAreRightOnEveryTargetOfThisMachine) {
  support::on_every_target([] {
    expect_right_sums<float>();
    expect_right_sums<double>();
  });
}

}  // namespace
}  // namespace hingeline::internal
