// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/kernel_factor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "support/noisy_line.hpp"

namespace hingeline::internal {
namespace {

/// Of every other row.
class KernelFactors : public ::testing::Test {
 protected:
  static constexpr std::int64_t rows = 60;

  KernelFactors() : line_(rows, 3, 0) {
    for (std::int32_t i = 0; i < rows; i += 2) chosen_.push_back(i);
  }

  KernelFactor factor_of(const Kernel& kernel) {
    source_ = kernel_row_source(kernel, line_.data.x);
    return {source_, chosen_, diagonal()};
  }

  std::vector<double> row(std::int64_t i) const {
    std::vector<double> values(rows);
    source_(i, values.data());
    return values;
  }

  std::vector<double> diagonal() const {
    std::vector<double> values;
    for (std::int64_t i = 0; i < rows; ++i) values.push_back(row(i)[static_cast<std::size_t>(i)]);
    return values;
  }

  /// The largest |K - G G'|.
  double error(const KernelFactor& factor) const {
    const std::vector<double> g = factor.by_rows();
    const std::size_t rank = factor.rank();
    double largest = 0;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const std::vector<double> values = row(chosen_[i]);
      for (std::size_t k = 0; k < chosen_.size(); ++k) {
        const double product = std::inner_product(&g[rank * i], &g[rank * i] + rank, &g[rank * k], 0.0);
        largest = std::max(largest, std::abs(product - values[static_cast<std::size_t>(chosen_[k])]));
      }
    }
    return largest;
  }

  NoisyLine line_;
  std::vector<std::int32_t> chosen_;
  KernelRowSource source_;
};

TEST_F(KernelFactors, HaveTheRankOfTheKernel) {
  Kernel kernel;
  kernel.name = KernelName::linear;
  KernelFactor linear = factor_of(kernel);
  ASSERT_TRUE(linear.extend(rows, {}));
  EXPECT_EQ(linear.rank(), 3);
  EXPECT_LE(error(linear), 1e-13);
  kernel.name = KernelName::polynomial;
  kernel.gamma = kernel.coef0 = 1;
  kernel.degree = 2;
  KernelFactor quadratic = factor_of(kernel);
  ASSERT_TRUE(quadratic.extend(rows, {}));
  EXPECT_EQ(quadratic.rank(), 10);
  EXPECT_LE(error(quadratic), 1e-12);
}

TEST_F(KernelFactors, GoOnWhereTheyEnded) {
  Kernel kernel;
  kernel.name = KernelName::rbf;
  kernel.gamma = 1;
  KernelFactor by_parts = factor_of(kernel);
  EXPECT_FALSE(by_parts.extend(7, {}));
  EXPECT_EQ(by_parts.rank(), 7);
  EXPECT_FALSE(by_parts.extend(rows, [] { return true; }));
  ASSERT_TRUE(by_parts.extend(rows, {}));
  EXPECT_LE(by_parts.rank(), chosen_.size());
  EXPECT_LE(error(by_parts), 1e-13);
  KernelFactor at_once = factor_of(kernel);
  ASSERT_TRUE(at_once.extend(rows, {}));
  EXPECT_EQ(at_once.by_rows(), by_parts.by_rows());
}

}  // namespace
}  // namespace hingeline::internal
