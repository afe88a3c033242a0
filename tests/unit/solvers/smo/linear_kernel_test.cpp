// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/smo/linear_kernel.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "support/noisy_line.hpp"

namespace hingeline::internal {
namespace {

class LinearKernels : public ::testing::Test {
 protected:
  static constexpr std::int64_t rows = 700;  // more than a task's
  static constexpr std::int32_t columns = 5;

  LinearKernels() : line_(rows, columns, 0), space_(linear(), line_.data.x), in_float_(space_, line_.data.x, all()) {}

  static Kernel linear() {
    Kernel kernel;
    kernel.name = KernelName::linear;
    return kernel;
  }
  static RowSet all() { return {nullptr, 0, rows}; }

  double value(std::int64_t i, std::int64_t k) const {
    const std::vector<double> x(line_.x.begin(), line_.x.end());
    const double* const rows_of_x = x.data();
    return std::inner_product(rows_of_x + columns * i, rows_of_x + columns * (i + 1), rows_of_x + columns * k, 0.0);
  }

  const NoisyLine line_;
  const KernelSpace space_;
  const KernelRows<float> in_float_;
  const std::vector<std::int32_t> chosen_ = {650, 3, 77};
  const std::vector<double> weights_ = {0.5, -2, 1};
};

TEST_F(LinearKernels, AddProductsWithEveryRow) {
  const LinearKernel kernel(line_.data.x, in_float_);
  std::vector<std::vector<double>> products;
  for (const int threads : {1, 2}) {
    ThreadPool pool(threads);
    KernelCounters counters;
    std::vector<double>& sums = products.emplace_back(rows, 1.0);
    EXPECT_TRUE(kernel.add(chosen_, weights_, pool, {sums.data()}, counters));
  }
  EXPECT_EQ(products[0], products[1]);
  for (std::int64_t i = 0; i < rows; ++i) {
    double expected = 1;
    for (std::size_t j = 0; j < chosen_.size(); ++j) expected += weights_[j] * value(i, chosen_[j]);
    ASSERT_NEAR(products[0][static_cast<std::size_t>(i)], expected, 1e-12) << i;
  }
}

TEST_F(LinearKernels, WriteValuesAmongRows) {
  const LinearKernel kernel(line_.data.x, in_float_);
  std::vector<float> values(chosen_.size() * panel_width);
  EXPECT_EQ(kernel.write(chosen_, chosen_, values.data(), panel_width), 9);
  for (std::size_t i = 0; i < chosen_.size(); ++i)
    for (std::size_t j = 0; j < chosen_.size(); ++j)
      EXPECT_NEAR(values[i * panel_width + j], value(chosen_[i], chosen_[j]), 1e-5);
}

TEST_F(LinearKernels, StopWhenTold) {
  std::vector<double> products(rows);
  ThreadPool pool(1);
  KernelCounters counters;
  EXPECT_FALSE(LinearKernel(line_.data.x, in_float_).add(chosen_, weights_, pool, {products.data()}, counters, [] {
    return true;
  }));
}

}  // namespace
}  // namespace hingeline::internal
